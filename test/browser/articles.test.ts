/** The long texts: the terms, the about text and the page on fraud, read without script. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type ArticleName, articles } from '../../web/texts/articles/articles.ts';
import { openProduct } from './open-product.ts';

const licence = {
  LICENCE_NUMBER: 'R0000000',
  LICENCE_BODY: 'RCIC, College of Immigration and Citizenship Consultants',
  LICENCE_REGISTER_URL: 'https://register.college-ic.ca/',
};
const licenceBody = { en: licence.LICENCE_BODY, bn: 'আরসিআইসি, অভিবাসন ও নাগরিকত্ব পরামর্শক কলেজ' };
const contact = { CONTACT_EMAIL: 'ask@maplegate.example', CONTACT_PHONE: '+880 9600 111222' };
const office = {
  en: { CONTACT_PERSON: 'Shirin Sultana', CONTACT_ADDRESS: '7 Lake Road, Dhaka', CONTACT_HOURS: 'Sunday to Thursday' },
  bn: { CONTACT_PERSON: 'শিরিন সুলতানা', CONTACT_ADDRESS: '৭ লেক রোড, ঢাকা', CONTACT_HOURS: 'রবি থেকে বৃহস্পতি' },
};
const officeInBangla = Object.fromEntries(Object.entries(office.bn).map(([name, value]) => [`${name}_BN`, value]));

const plain = openProduct();
const licensed = openProduct({
  environment: { ...licence, LICENCE_BODY_BN: licenceBody.bn, ...contact, ...office.en, ...officeInBangla },
});

const read = (options = {}) => plain.openPage({ javaScriptEnabled: false, ...options });

const htmlOf = async (url: string) => (await fetch(url)).text();
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
/** The HTML of the section with that id, or of the last element of that name. */
const partOf = (html: string, name: string) =>
  html.match(new RegExp(`<section[^>]* id="${name}".*?</section>`, 's'))?.[0] ??
  html.slice(html.lastIndexOf(`<${name}`)).split(`</${name}>`, 1)[0] ??
  '';

const sectionsOf = (page: Page) =>
  page.locator('article section[id]').evaluateAll((all) => all.map((section) => section.id));

describe.each([
  { language: 'en', base: '' },
  { language: 'bn', base: '/bn' },
] as const)('in $language', ({ language, base }) => {
  test('the terms cover every required topic, with the limits of the product; the contents of every text lead to each section, and no heading hides under the bar', async () => {
    const { page } = await read({ viewport: { width: 1440, height: 800 } });
    for (const name of ['about', 'fraud', 'terms'] satisfies ArticleName[]) {
      await page.goto(`${base}/${name}`);
      const ids = await sectionsOf(page);
      expect(ids).toEqual(articles[name][language].sections.map(({ id }) => id).filter((id) => id !== 'licence'));
      const links = page.locator('article nav a');
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
        ids.map((id) => `#${id}`),
      );
      const bar = (await page.locator('header').first().boundingBox())?.height ?? 0;
      for (const id of ids.slice(1, 2)) {
        await links.and(page.locator(`[href="#${id}"]`)).click();
        const top = async () => (await page.locator(`#${id} h2`).boundingBox())?.y ?? -1;
        await expect.poll(top).toBeLessThan(800);
        expect(await top()).toBeGreaterThanOrEqual(bar);
      }
    }
    const topics = ['process', 'privacy', 'eligibility', 'centres', 'entry', 'legal'];
    expect(new Set(topics).isSubsetOf(new Set(await sectionsOf(page)))).toBe(true);
    const number = (value: number) => value.toLocaleString(language);
    const text = await page.innerText('article');
    for (const value of [3, 5, 15, 30]) expect(text).toContain(number(value));
    expect(text).not.toMatch(/\{\{|\]\(/);
    await page.emulateMedia({ media: 'print' });
    for (const part of ['body > header', 'article nav', 'footer']) {
      expect([part, await page.locator(part).isVisible()]).toEqual([part, false]);
    }
    expect(await page.locator('#privacy').isVisible()).toBe(true);
  });

  test('a link to a section opens at that section, although letters of another size arrive meanwhile', async () => {
    const { page } = await plain.openPage({
      viewport: { width: 360, height: 740 },
      reducedMotion: 'no-preference',
    });
    await page.goto(`${base}/terms#privacy`);
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    await page.waitForFunction(async () => {
      const before = scrollY;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return scrollY > 0 && scrollY === before;
    });
    const bar = (await page.locator('header').first().boundingBox())?.height ?? 0;
    const top = (await page.locator('#privacy').boundingBox())?.y ?? 0;
    expect(top).toBeGreaterThanOrEqual(bar);
    expect(top).toBeLessThan(bar + 40);
  });

  test('the licence is shown with a link to verify it, and is omitted if it is not set', async () => {
    const section = partOf(await htmlOf(`${licensed.origin}${base}/about`), 'licence');
    expect(textOf(section)).toContain(licence.LICENCE_NUMBER);
    expect(textOf(section)).toContain(licenceBody[language]);
    expect(section).toMatch(new RegExp(`<a [^>]*href="${licence.LICENCE_REGISTER_URL}"`));
    expect(await htmlOf(`${plain.origin}${base}/about`)).not.toMatch(/(?:id="|href="#)licence"/);
  });

  test('the page on fraud names the one address of the site, the sender and the number to call back, and asks readers to check only what it states itself', async () => {
    const without = await htmlOf(`${plain.origin}${base}/fraud`);
    expect(textOf(without)).not.toMatch(/licence number|লাইসেন্স নম্বর|meet anybody in an office|অফিসে দেখা/);
    for (const part of ['contact', 'footer']) expect(partOf(without, part).match(/<dt[ >]/g)).toHaveLength(2);
    const html = await htmlOf(`${licensed.origin}${base}/fraud`);
    expect(textOf(partOf(html, 'verify'))).toContain(licence.LICENCE_NUMBER);
    expect(textOf(partOf(html, 'never'))).toContain(office[language].CONTACT_ADDRESS);
    const check = partOf(html, 'check');
    for (const known of [licensed.origin, contact.CONTACT_EMAIL, contact.CONTACT_PHONE])
      expect(textOf(check)).toContain(known);
    const called = [...check.matchAll(/<a [^>]*href="(tel:[^"]*)"/g)].map(([, href]) => href);
    expect([...new Set(called)]).toEqual(['tel:+8809600111222']);
  });

  test('the contact with address and hours is beside the form, in the footer and on the page on fraud', async () => {
    const fraud = await htmlOf(`${licensed.origin}${base}/fraud`);
    const form = await htmlOf(`${licensed.origin}${base}/enquiry`);
    for (const part of [partOf(fraud, 'contact'), partOf(fraud, 'footer'), partOf(form, 'aside')]) {
      for (const value of Object.values(office[language])) expect(textOf(part)).toContain(value);
    }
    expect(partOf(fraud, 'check')).toContain(`href="${base}/enquiry"`);
    const without = partOf(await htmlOf(`${plain.origin}${base}/enquiry`), 'aside');
    expect(without.match(/<dt[ >]/g)).toHaveLength(2);
  });
});

test('the start logs one line about missing brand settings, and nothing if all are set', () => {
  const warnings = (output: string) => output.split('\n').filter((line) => line.includes('The pages do not name'));
  expect(warnings(plain.output())).toEqual([expect.stringContaining('CONTACT_HOURS')]);
  expect(warnings(licensed.output())).toEqual([]);
});
