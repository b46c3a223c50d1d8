/** The applicant's copy on the screen: each status in words and dates, every document's state, and its end in time. */
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import type { Client } from '../../contract/client.ts';
import { addBusinessDays, addDays, dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { documentPath } from '../../web/site/document-path.ts';
import { testSecretKey } from '../secret-key.ts';
import { addApplicant } from './applicant.ts';
import { enlarge, expectAccessible, installClock, overflowingElements, stopClock } from './browser.ts';
import { openProduct } from './open-product.ts';
import { dateInWords, formatNumber, grant, interpolate, isFocused, promised, variants } from './status-check.ts';

const contact = {
  en: { person: 'Shirin Sultana', address: 'House 00, Dhaka', hours: '9:00 to 17:00' },
  bn: { person: 'শিরিন সুলতানা', address: 'বাড়ি ০০, ঢাকা', hours: 'সকাল ৯টা' },
} as const;
const product = openProduct({
  environment: {
    SECRET_KEY: testSecretKey,
    CONTACT_PERSON: contact.en.person,
    CONTACT_PERSON_BN: contact.bn.person,
    CONTACT_ADDRESS: contact.en.address,
    CONTACT_ADDRESS_BN: contact.bn.address,
    CONTACT_HOURS: contact.en.hours,
    CONTACT_HOURS_BN: contact.bn.hours,
  },
});
let staff: Client;
let pending: Application;
let approved: Application;
let rejected: Application;

/** Approved for the day on which these tests began; midnight in Dhaka may come while they run. */
const today = dhakaDay(new Date());
const dayOf = (moment: string) => dhakaDay(new Date(moment));

beforeAll(async () => {
  staff = await product.staff();
  pending = (await addApplicant(staff, 21, ['visa', 'jobLetter'])).application;
  approved = (await addApplicant(staff, 22, ['visa'])).application;
  rejected = (await addApplicant(staff, 23, [])).application;
  await staff.call('approve', { params: { id: approved._id }, json: { date: today } });
  const answer = await staff.call('reject', { params: { id: rejected._id }, json: { note: 'for the staff alone' } });
  if (answer.ok) rejected = answer.data;
});

const flat = (text: string) => text.replace(/\s+/g, ' ');
const textOf = async (page: Page, selector: string) => flat(await page.innerText(selector));
const part = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, level: 3 }) });
/** A focused element under the sticky bar would be invisible. */
function isInSight(): boolean {
  const box = document.activeElement?.getBoundingClientRect();
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return box !== undefined && box.bottom > Math.max(0, bar) && box.top < innerHeight;
}

/** Opens the URL once with a `Refresh` header that takes effect after a second, when the copy's time is over. */
const refreshAtOnce = (page: Page, url: string, end: () => Promise<void>) =>
  page.route(
    url,
    async (route) => {
      const response = await route.fetch();
      const { refresh = '', ...headers } = response.headers();
      expect(Number.parseInt(refresh, 10)).toBeLessThanOrEqual(105);
      await end();
      await route.fulfill({ response, headers: { ...headers, refresh: refresh.replace(/^\d+/, '1') } });
    },
    { times: 1 },
  );

const isFocusedIn = (page: Page, selector: string) =>
  page.evaluate((within) => Boolean(document.activeElement?.closest(within)), selector);

describe.each(variants)('in $language, $script', ({ language, base, texts, hasScript }) => {
  const open = async (applications: Application[], seconds?: number, width = 360) => {
    const opened = await product.openPage({ javaScriptEnabled: hasScript, viewport: { width, height: 740 } });
    await grant(opened.context, product.origin, applications, seconds);
    const answer = await opened.page.goto(`${product.origin}${base}/view-one`);
    return { ...opened, answer };
  };

  /** Where the next step is the office, its contact is one press away, with person, address and hours. */
  const expectOffice = async (page: Page, steps: number) => {
    const office = page.getByRole('region', { name: texts.copy.office });
    const call = office.getByRole('link', { name: texts.copy.callOffice });
    await expect.poll(() => call.getAttribute('href')).toBe('tel:+8809600000000');
    expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    for (const text of Object.values(contact[language])) expect(await office.innerText()).toContain(text);
    const progress = page.getByRole('list', { name: texts.copy.progress, exact: true });
    await expect.poll(() => progress.getByRole('listitem').count()).toBe(steps);
  };

  test('several applications have a card each and a list that leads to them, fit into 320 px, and the keyboard reaches all with a visible focus', async () => {
    const { page } = await open([pending, approved], undefined, 320);
    await expect.poll(() => page.locator('article').count()).toBe(2);
    for (const size of ['100%', '200%']) {
      await enlarge(page, size);
      await expect.poll(async () => [size, await overflowingElements(page)]).toEqual([size, []]);
    }
    await enlarge(page, '');
    const links = page.getByRole('navigation', { name: texts.copy.jump }).getByRole('link');
    await expect
      .poll(async () => (await links.allInnerTexts()).sort())
      .toEqual([pending.passport, approved.passport].sort());
    await links.last().click();
    await page.waitForURL(/#/);
    const target = page.locator(new URL(page.url()).hash);
    await expect.poll(() => target.innerText()).toContain(await links.last().innerText());
    if (hasScript) await expectAccessible(page);

    const wanted = await page.locator('main :is(a[href], button)').filter({ visible: true }).count();
    await page
      .locator('h1')
      .first()
      .evaluate((title) => {
        title.tabIndex = -1;
        title.focus();
      });
    let passed = 0;
    for (let step = 0; step < wanted; step++) {
      await page.keyboard.press('Tab');
      if (!(await isFocusedIn(page, 'main'))) break;
      passed++;
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
      expect(outline).not.toBe('none');
      // Scrolling to it may take a moment.
      await expect.poll(() => page.evaluate(isInSight)).toBe(true);
    }
    expect(passed).toBe(wanted);
  });

  test('the copy clears itself when its time is over, as a document does, and says that and how it opens again', async () => {
    const { page, context } = await product.openPage({ javaScriptEnabled: hasScript });
    if (hasScript) await installClock(page);
    for (const path of [documentPath(language, { slot: 'file3', at: 0 }), `${base}/view-one`]) {
      await grant(context, product.origin, [pending], 100);
      if (!hasScript)
        await refreshAtOnce(page, product.origin + path, () => grant(context, product.origin, [pending], -1));
      await page.goto(product.origin + path);
      if (hasScript) {
        await page.locator('main img').first().waitFor();
        await stopClock(page);
        await grant(context, product.origin, [pending], -1);
        await page.clock.runFor(101_000);
      }
      await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneTimeUpTitle);
      expect(new URL(page.url()).pathname).toBe(`${base}/view-one`);
      expect(await page.locator('main :is(img, article)').count()).toBe(0);
      if (hasScript) await page.clock.resume();
    }
    const main = await page.innerText('main');
    for (const text of [texts.copy.noneTimeUp, texts.copy.noneAgain]) expect(main).toContain(text);
    for (const text of [pending.passport, texts.copy.none]) expect(main).not.toContain(text);
    await expect
      .poll(() => page.locator('main').getByRole('link', { name: texts.copy.noneButton }).getAttribute('href'))
      .toBe(`${base}/enquiry`);
    // After a reload it still says so; a visitor who never had a copy reads how to open one.
    await page.goto(`${product.origin}${base}/view-one`);
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneTimeUpTitle);
    await context.clearCookies();
    await page.reload();
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneTitle);
    const opens = interpolate(texts.copy.noneText, { minutes: formatNumber(limits.grantMinutes, language) });
    for (const text of [texts.copy.none, opens]) expect(await page.innerText('main')).toContain(text);
  });

  test('it says until when it is open and what is printed how, and the browser stores nothing of it', async () => {
    const { page, answer } = await open([pending]);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    await expect.poll(() => page.locator('meta[name=robots]').first().getAttribute('content')).toContain('noindex');
    const tools = await page.getByRole('region', { name: texts.copy.tools }).innerText();
    expect(tools).toMatch(language === 'bn' ? /[০-৯]+:[০-৯]{2}/ : /\d+:\d{2} [ap]m/);
    const left = interpolate(texts.copy.minutesLeft, { number: formatNumber(15, language) });
    expect(tools.includes(left)).toBe(hasScript);
    expect(tools.includes(texts.copy.print)).toBe(hasScript);

    const choice = page.getByLabel(texts.copy.printDocuments);
    const beside = choice.locator('xpath=ancestor::label/following-sibling::p');
    await expect.poll(() => choice.getAttribute('aria-describedby')).toBe(await beside.getAttribute('id'));
    const text = await beside.innerText();
    expect(text).toContain(texts.copy.printDocumentsHint);
    expect(text.includes(texts.copy.printMenu)).toBe(!hasScript);
  });

  test('the time can be extended once with one press, and the scroll position is kept', async () => {
    const paths = [documentPath(language, { slot: 'file1', at: 0 })];
    // With script the copy itself is extended in copy-script.test.ts.
    if (!hasScript) paths.push(`${base}/view-one`);
    const { page, context } = await product.openPage({ javaScriptEnabled: hasScript });
    for (const path of paths) {
      await grant(context, product.origin, [pending], 100);
      const answer = await page.goto(product.origin + path);
      expect(Number.parseInt(answer?.headers().refresh ?? '', 10)).toBeLessThanOrEqual(105);
      const less = language === 'bn' ? '২ মিনিটেরও কম' : 'less than 2 minutes';
      await expect.poll(() => page.innerText('main [role=status]')).toContain(less);
      const more = page.getByRole('button', {
        name: interpolate(texts.copy.more, { minutes: formatNumber(15, language) }),
      });
      expect(await more.count()).toBe(2);
      if (hasScript) await expectAccessible(page);
      await more.last().click();
      await expect.poll(() => more.count()).toBe(0);
      // A screen reader reads what has the focus, and reading goes on there.
      await expect.poll(() => isFocused(page, '[data-clock]')).toBe(true);
      expect(await page.innerText('[data-clock]')).toContain(texts.copy.extended);
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await page.innerText('main [role=status]')).toBe('');
      const again = await page.reload();
      expect(Number.parseInt(again?.headers().refresh ?? '', 10)).toBeGreaterThan(900);
    }
  });

  test('the warning that the time is nearly over comes by itself, on the copy and on a document', async () => {
    const { page, context } = await product.openPage({ javaScriptEnabled: hasScript });
    if (hasScript) await installClock(page);
    await grant(context, product.origin, [pending], 15 * 60);
    for (const path of [`${base}/view-one`, documentPath(language, { slot: 'file1', at: 0 })]) {
      await page.goto(product.origin + path);
      const warning = page.locator('[data-soon=shown]');
      expect(await warning.isVisible()).toBe(false);
      if (hasScript) {
        await stopClock(page);
        await page.clock.runFor((15 - limits.grantWarningMinutes) * 60_000);
      } else {
        // The style sheet counts whole minutes, which a test ends instead of waiting for them.
        const delay = await warning.evaluate((element) => getComputedStyle(element).animationDelay);
        expect(delay).toBe(`${13 * 60}s`);
        await warning.evaluate((element) => element.getAnimations()[0]?.finish());
      }
      await warning.waitFor();
      expect(await warning.innerText()).toContain(language === 'bn' ? '২ মিনিটেরও কম' : 'less than 2 minutes');
      if (hasScript) await page.clock.resume();
    }
  });

  test('records that cannot be read say so, and trying again shows the copy', async () => {
    const { page, context } = await product.openPage({ javaScriptEnabled: hasScript });
    await grant(context, product.origin, [pending]);
    await product.withResources(async ({ database: { db } }) => {
      await sql`alter table application rename to application_elsewhere`.execute(db);
      try {
        const answer = await page.goto(`${product.origin}${base}/view-one`);
        expect(answer?.status()).toBeGreaterThanOrEqual(500);
      } finally {
        await sql`alter table application_elsewhere rename to application`.execute(db);
      }
    });
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.failedTitle);
    expect(await page.innerText('main')).not.toContain(texts.copy.none);
    await page.getByRole('link', { name: texts.copy.failedAgain }).click();
    await page.locator('article').waitFor();
  });

  if (!hasScript) return;

  // The words once, in the language with digits of its own; enquiry.test.ts reads a copy in English and without script.
  test('a pending application says so with a sign, what it means, by when a result is likely, and that nothing is to do', async () => {
    const { page } = await open([pending]);
    const tag = page.locator('article header strong').first();
    await expect.poll(() => tag.innerText()).toBe(texts.status.Pending.word);
    await expect.poll(() => tag.locator('svg').count()).toBe(1);
    const answer = await textOf(page, 'article header');
    const received = dayOf(pending.createdAt);
    const from = dateInWords(addDays(received, limits.processingWeeksMin * 7), language);
    const to = dateInWords(addDays(received, limits.processingWeeksMax * 7), language);
    for (const text of [
      texts.status.Pending.means,
      interpolate(texts.status.Pending.next, { from, to, ...promised[language] }),
      texts.status.Pending.do,
    ]) {
      expect(answer).toContain(flat(text));
    }
    const steps = page.getByRole('list', { name: texts.copy.progress, exact: true }).getByRole('listitem');
    const lines = (await steps.allInnerTexts()).map(flat);
    // Only its receipt is known to be done.
    expect(lines).toEqual(
      [
        `${texts.copy.stepReceived} ${texts.copy.stepDone} ${interpolate(texts.copy.stepOn, { date: dateInWords(received, language) })}`,
        `${texts.copy.stepDecision} ${texts.copy.stepUndecided} ${interpolate(texts.copy.stepUsually, { date: to })}`,
        `${texts.copy.stepCollect} ${texts.copy.stepAfterApproval}`,
      ].map(flat),
    );
    await expect.poll(() => page.getByRole('region', { name: texts.copy.office }).count()).toBe(0);
    await expect.poll(() => steps.nth(1).getAttribute('aria-current')).toBe('step');
    // On paper the marks are of one size and colour.
    await page.emulateMedia({ media: 'print' });
    const marks = await steps.evaluateAll((all) =>
      all.map((step) => {
        const { top, width, borderTopColor } = getComputedStyle(step, '::after');
        return [top, width, borderTopColor];
      }),
    );
    expect(new Set(marks.map(String)).size).toBe(1);
  });

  test('an approval gives the dates of collecting and of two business days, once, in words, before what can be done with the copy', async () => {
    const { page } = await open([approved]);
    await expect.poll(() => page.locator('article header strong').first().innerText()).toBe(texts.status.Approved.word);
    const by = addBusinessDays(today, limits.collectAfterBusinessDays);
    const dates = { collect: dateInWords(by, language), by: dateInWords(by, language) };
    const answer = await textOf(page, 'article header');
    for (const text of [texts.status.Approved.next, texts.status.Approved.nextDelivery])
      expect(answer).toContain(flat(interpolate(text, { ...dates, ...promised[language] })));
    expect(answer).toContain(flat(interpolate(texts.status.Approved.means, { date: dateInWords(today, language) })));
    expect(answer).toContain(flat(texts.status.Approved.do));
    const facts = await textOf(page, 'article');
    for (const digits of [today, by]) expect(facts).not.toContain(digits);
    expect(facts).toContain(`${texts.copy.approve} ${dateInWords(today, language)} `);
    expect(facts).toContain(`${texts.copy.collect} ${dateInWords(by, language)} `);

    const topOf = async (name: string) => (await page.getByRole('heading', { name }).first().boundingBox())?.y ?? 0;
    const close = await page.getByRole('button', { name: texts.copy.close }).first().boundingBox();
    expect(close?.y).toBeGreaterThan(await topOf(texts.status.Approved.headline));
    expect(close?.y).toBeLessThan(await topOf(texts.copy.means));
    await expectOffice(page, 3);
  });

  test('a rejection says what can be done, that it has no document, and its history names the office and nobody else', async () => {
    const { page } = await open([rejected]);
    await expect.poll(() => page.locator('article header strong').first().innerText()).toBe(texts.status.Rejected.word);
    const copy = await textOf(page, 'article');
    for (const text of [texts.status.Rejected.next, texts.status.Rejected.do]) expect(copy).toContain(flat(text));
    const onPaper = async () => {
      await page.emulateMedia({ media: 'print' });
      return textOf(page, 'article');
    };
    for (const shown of [copy, await onPaper()]) {
      // Nothing is to come any more.
      for (const text of [texts.copy.approve, texts.copy.collect]) expect(shown).not.toContain(text);
      expect(shown).not.toMatch(/\byet\b|এখনো/);
    }
    await page.emulateMedia({ media: 'screen' });
    const history = await part(page, texts.copy.history).getByRole('listitem').allInnerTexts();
    expect(history.map(flat)).toEqual([
      `${dateInWords(dayOf(rejected.createdAt), language)} ${texts.copy.historyReceived}`,
      `${dateInWords(dayOf(rejected.updatedAt), language)} ${texts.status.Rejected.history}`,
    ]);
    expect(await page.content()).not.toContain('for the staff alone');
    expect(await page.content()).not.toContain('Rupa Akter');
    const documents = flat(await part(page, texts.copy.documents).innerText());
    expect(documents).toContain(texts.copy.noFile);
    expect(documents).toContain(texts.copy.noFilesText);
    // A rejection has nothing to collect.
    await expectOffice(page, 2);
  });

  test('the history says of a decision that keeps the status whether it changed dates or the reason, which may be new or taken back', async () => {
    const application = await product.addApplication({ passport: hasScript ? 'HR1000001' : 'HR1000002' });
    const params = { id: application._id };
    const later = addBusinessDays(today, 5);
    await staff.call('setPending', { params, json: { date: later } });
    await staff.call('reject', { params, json: { reason: 'The job letter has no signature.' } });
    await staff.call('reject', { params, json: { reason: 'The job letter has no stamp.' } });
    await staff.call('approve', { params, json: { date: today, reason: 'Bring the letter.' } });
    await staff.call('approve', { params, json: { date: today, collectDate: later, reason: 'Bring both letters.' } });
    await staff.call('approve', { params, json: { date: today, collectDate: later, reason: 'Bring all letters.' } });
    await staff.call('approve', { params, json: { date: today, collectDate: later, reason: '' } });
    await staff.call('approve', { params, json: { date: today, collectDate: later, reason: 'Bring the passport.' } });
    const { page } = await open([application]);
    const { Approved: granted, Rejected: refused } = texts.status;
    expect(await part(page, texts.copy.history).getByRole('listitem').locator('span').allInnerTexts()).toEqual([
      texts.copy.historyReceived,
      texts.copy.historyDates,
      refused.history,
      texts.copy.historyReason,
      granted.history,
      texts.copy.historyDates,
      texts.copy.historyReason,
      texts.copy.historyNoReason,
      texts.copy.historyNewReason,
    ]);
  });

  test('each document has its state and a small picture that opens the whole one', async () => {
    const { page } = await open([pending]);
    const tiles = part(page, texts.copy.documents).getByRole('listitem');
    await expect.poll(() => tiles.count()).toBe(6);
    const states = (await tiles.allInnerTexts()).map(flat);
    for (const [at, state] of states.entries()) {
      const isAdded = pending[`file${at + 1}` as 'file1'] !== null;
      expect(state).toContain(isAdded ? texts.copy.added : texts.copy.notAdded);
    }
    const around = flat(await part(page, texts.copy.documents).innerText()).split(texts.copy.noFile);
    expect(around).toHaveLength(2);
    const first = tiles.first();
    await first.scrollIntoViewIfNeeded();
    const small = first.locator('img');
    await expect.poll(() => small.getAttribute('src')).toMatch(/-320\.webp$/);
    await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    // The whole tile is the target.
    const box = await first.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + 60);
    await page.waitForURL(product.origin + documentPath(language, { slot: 'file1', at: 0 }, pending._id));
    await page.locator(`main img[src="${pending.file1}"]`).waitFor();
  });
});
