/**
 * A document of the copy on a page of its own: the way back, saving it, its clock, and its end with the copy in every
 * tab.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { slotNames } from '../../contract/application-form.ts';
import { languageNames, pathIn } from '../../contract/language.ts';
import { documentPath } from '../../web/site/document-path.ts';
import { testSecretKey } from '../secret-key.ts';
import { addApplicant } from './applicant.ts';
import { enlarge, expectAccessible, overflowingElements } from './browser.ts';
import { openProduct } from './open-product.ts';
import { grant, interpolate, variants } from './status-check.ts';

const product = openProduct({ environment: { SECRET_KEY: testSecretKey, ATTACHMENTS_ALLOW_PDF: '1' } });
let found: Application;
let other: Application;

beforeAll(async () => {
  const staff = await product.staff();
  const pdf = (await product.openPage()).page;
  await pdf.setContent('<h1>SPECIMEN</h1>');
  const form = new FormData();
  form.append('file4', new File([new Uint8Array(await pdf.pdf())], 'form.pdf', { type: 'application/pdf' }));
  const { application } = await addApplicant(staff, 41, ['visa', 'jobLetter']);
  const attached = await staff.call('updateAttachments', { params: { id: application._id }, form });
  if (!attached.ok) throw new Error(attached.error.message);
  found = attached.data;
  other = (await addApplicant(staff, 42, ['visa'])).application;
});

const visaLabel = { en: 'Visa', bn: 'ভিসা' } as const;

const isShown = (page: Page, url: string | null) =>
  page.locator(`main img[src="${url}"]`).evaluate((image: HTMLImageElement) => image.naturalWidth > 320);

describe.each(variants)('in $language, $script', ({ language, base, texts, hasScript }) => {
  const open = async (path: string, seconds?: number, applications = [found]) => {
    const opened = await product.openPage({ javaScriptEnabled: hasScript });
    await grant(opened.context, product.origin, applications, seconds);
    const answer = await opened.page.goto(product.origin + path);
    return { ...opened, answer };
  };
  const visa = documentPath(language, { slot: 'file3', at: 0 });

  test('the copy links to it; it shows the full picture with no personal data around it, is saved under a name that says what it is but not whose, links back, and fits into 320 px', async () => {
    const { page } = await open(`${base}/view-one`);
    await page
      .locator('article li')
      .getByRole('link', { name: interpolate(texts.copy.openDocument, { label: visaLabel[language] }), exact: true })
      .click();
    await page.waitForURL(product.origin + documentPath(language, { slot: 'file3', at: 0 }, found._id));
    await expect.poll(() => isShown(page, found.file3)).toBe(true);
    await expect.poll(() => page.title()).toBe(`${visaLabel[language]} – Maplegate`);
    await expect.poll(() => page.innerText('h1')).toBe(visaLabel[language]);
    expect(await page.content()).not.toContain(found.passport);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: texts.copy.save }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('visa.jpg');
    expect(new URL(page.url()).pathname).toBe(visa);
    await page.setViewportSize({ width: 320, height: 740 });
    for (const size of ['100%', '200%']) {
      await enlarge(page, size);
      await expect.poll(async () => [size, await overflowingElements(page)]).toEqual([size, []]);
    }
    if (hasScript) await expectAccessible(page);
    await page.getByRole('link', { name: texts.copy.backToCopy }).click();
    await page.waitForURL(`${product.origin}${base}/view-one?copy=${found._id}`);
  });

  test('browsers do not store it; it closes with the copy and says until when it is open', async () => {
    const { page, answer } = await open(visa);
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(answer?.headers().refresh).toMatch(/^90\d; url=/);
    await expect.poll(() => page.getByRole('region', { name: texts.copy.tools }).isVisible()).toBe(true);
    await page.getByRole('button', { name: texts.copy.close }).click();
    await page.locator('h1').first().waitFor();
    for (const path of [visa, `${base}/view-one`]) {
      await page.goto(product.origin + path);
      expect(new URL(page.url()).pathname).toBe(`${base}/view-one`);
      await expect.poll(() => page.locator('main img').count()).toBe(0);
    }
    await page.goBack().catch(() => null);
    await expect.poll(() => page.locator('main img').count()).toBe(0);
  });

  // With script such a copy is removed from the other tabs: copy-script.test.ts.
  test.skipIf(hasScript)(
    'after another application was opened in the browser, the links and forms of the earlier copy say so and neither show nor change the other one',
    async () => {
      const { page, context, answer } = await open(visa);
      const copy = `${product.origin}${base}/view-one`;
      const forms = [
        page.locator('[data-more] button').first(),
        page.locator('[data-copy] [data-close] button').first(),
      ];
      for (const path of [copy, product.origin + visa]) {
        for (const target of forms) {
          await grant(context, product.origin, [found]);
          await page.goto(path);
          await grant(context, product.origin, [other]);
          await target.click();
          await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneReplacedTitle);
          expect(await page.locator('main :is(img, article)').count()).toBe(0);
          const html = await (await context.request.get(copy)).text();
          expect(html).toContain(`id="copy-${other._id}"`);
          expect(html).toMatch(/<\w+[^>]* data-more/);
        }
      }
      await grant(context, product.origin, [found]);
      await page.goto(copy);
      await grant(context, product.origin, [other]);
      await page.locator('article li a').first().click();
      await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneReplacedTitle);
      expect(await page.locator('main :is(img, article)').count()).toBe(0);
      // The way back from a document leads to its own copy, too.
      await grant(context, product.origin, [found]);
      await page.goto(product.origin + visa);
      await grant(context, product.origin, [other]);
      await page.getByRole('link', { name: texts.copy.backToCopy }).click();
      await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneReplacedTitle);
      expect(await page.locator('main :is(img, article)').count()).toBe(0);
      // Nor does a document that reloads itself at its end, or is opened in the other language after that.
      const [, reloaded = ''] = answer?.headers().refresh?.split('url=') ?? [];
      await page.goto(product.origin + reloaded);
      await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneReplacedTitle);
      expect(await page.innerText('main')).toContain(texts.copy.noneReplaced);
      await page.locator('header a[hreflang]').first().click();
      await page.waitForURL((url) => url.pathname.startsWith('/bn/') !== (language === 'bn'));
      expect(await page.locator('main :is(img, article)').count()).toBe(0);
    },
  );

  test('the documents of a second application have numbered paths', async () => {
    const { page } = await open(`${base}/view-one`, undefined, [found, other]);
    const ids = await page.locator('article').evaluateAll((all) => all.map((copy) => copy.id.replace('copy-', '')));
    const second = ids[1] === found._id ? found : other;
    await page.goto(product.origin + documentPath(language, { slot: 'file3', at: 1 }));
    await expect.poll(() => isShown(page, second.file3)).toBe(true);
  });

  test('a PDF has a page with a frame, a missing document is a 404 page with an explanation, and an unknown document name redirects home', async () => {
    const { page, answer } = await open(documentPath(language, { slot: 'file6', at: 0 }));
    expect(answer?.status()).toBe(404);
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noDocument);
    for (const name of ['visa-1', 'visa-0', 'visa-100', 'file0', 'file7', 'file3-1', 'visa1', 'passport']) {
      const away = await page.request.get(`${product.origin}${base}/view-one/${name}`, { maxRedirects: 0 });
      expect([away.status(), away.headers().location]).toEqual([302, base || '/']);
    }
    expect((await page.goto(documentPath(language, { slot: 'file3', at: 7 })))?.status()).toBe(404);
    await page.goto(documentPath(language, { slot: 'file4', at: 0 }));
    await expect.poll(() => page.locator('main iframe').getAttribute('src')).toBe(found.file4);
  });

  test('a file URL that is opened without permission shows a page with an explanation and links', async () => {
    const { page } = await product.openPage({ javaScriptEnabled: hasScript, language });
    const answer = await page.goto(product.origin + found.file3);
    expect(answer?.status()).toBe(404);
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.fileTitle);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await page.locator('main').getByRole('link', { name: texts.copy.noneButton }).click();
    await page.waitForURL(`${product.origin}${base}/enquiry`);
  });
});

test('a document is also found by the name of its slot, in both languages', async () => {
  const { context } = await product.openPage();
  await grant(context, product.origin, [found, other]);
  const open = async (path: string) => {
    const answer = await context.request.get(product.origin + path);
    const [main = ''] = /<main.*<\/main>/s.exec(await answer.text()) ?? [];
    const shown = [...main.matchAll(/<h\d[^>]*>(.*?)<\/h\d>|<(?:img|iframe)[^>]* src="([^"]*)"/g)];
    expect(shown.length).toBeGreaterThan(0);
    return { path: new URL(answer.url()).pathname, status: answer.status(), shown: shown.map(([, ...all]) => all) };
  };
  for (const language of languageNames) {
    for (const slot of slotNames) {
      // The third application does not exist.
      for (const at of language === 'en' ? [0, 2] : [1]) {
        const byName = documentPath(language, { slot, at });
        const bySlot = pathIn(language, `/view-one/${slot}${at > 0 ? `-${at + 1}` : ''}`);
        expect(await open(bySlot)).toEqual({ ...(await open(byName)), path: bySlot });
      }
    }
  }
});

test('a page of the copy from the back/forward cache shows nothing before it is reloaded', async () => {
  const { page, context } = await product.openPage();
  await grant(context, product.origin, [found]);
  await page.goto(`${product.origin}/view-one/visa`);
  const picture = page.locator('main img');
  await expect.poll(() => picture.isVisible()).toBe(true);
  // Some browsers keep a page in the back/forward cache in spite of `no-store`.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  expect(await picture.isVisible()).toBe(false);
  const [answer] = await Promise.all([
    page.waitForResponse('**/view-one/visa?*'),
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  ]);
  expect(answer.status()).toBe(200);
  await expect.poll(() => picture.isVisible()).toBe(true);
});

test('a PDF is shown in a frame that the policies of page and file allow, and on a phone as a link', async () => {
  const { page, context } = await product.openPage();
  await grant(context, product.origin, [found]);
  await page.goto(`${product.origin}/view-one`);
  const url = found.file4 ?? '';
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(url);
  await expect.poll(() => page.locator('iframe').getAttribute('title')).toBe('Visa Form');
  await expect.poll(() => page.locator('article li img').count()).toBe(2);

  const file = await page.request.get(product.origin + url);
  expect(file.headers()).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
  const policy = file.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('sandbox');

  // A phone would download the PDF, so there is only a link.
  const phone = await product.openPage({ hasTouch: true, isMobile: true });
  await grant(phone.context, product.origin, [found]);
  const requested: string[] = [];
  phone.page.on('request', (request) => requested.push(request.url()));
  await phone.page.goto(`${product.origin}/view-one`);
  await phone.page.locator('a[href^="/view-one/visaForm?"]').scrollIntoViewIfNeeded();
  await phone.page.waitForFunction(() => document.querySelector<HTMLImageElement>('article li img')?.naturalWidth);
  await expect.poll(() => phone.page.locator('iframe').isVisible()).toBe(false);
  expect(requested).not.toContain(product.origin + url);
  await phone.page.goto(`${product.origin}/view-one/visaForm`);
  await expect.poll(() => phone.page.locator('iframe').isVisible()).toBe(false);
  await expect.poll(() => phone.page.locator(`a[download][href="${url}"]`).isVisible()).toBe(true);
});
