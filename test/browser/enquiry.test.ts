/**
 * The main job, as an applicant does it: with script switched off, and what script adds: the page stays without an
 * answer, and a second press is ignored.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { slotNames } from '../../contract/application-form.ts';
import type { Client } from '../../contract/client.ts';
import { errorText } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { contractTexts } from '../../contract/texts.ts';
import { documentPath } from '../../web/site/document-path.ts';
import bn from '../../web/texts/bn.json' with { type: 'json' };
import en from '../../web/texts/en.json' with { type: 'json' };
import status from '../../web/texts/status.en.json' with { type: 'json' };
import ui from '../../web/texts/ui.en.json' with { type: 'json' };
import { type AddedApplicant, addApplicant, shownFields } from './applicant.ts';
import { expectAccessible, expectGivenUpAfter, hold } from './browser.ts';
import { openProduct } from './open-product.ts';
import { interpolate, isFocused, languages, scriptVariants, shownAlert, submitEnquiry } from './status-check.ts';

const product = openProduct();
let staff: Client;
let found: AddedApplicant;

beforeAll(async () => {
  staff = await product.staff();
  found = await addApplicant(staff, 3);
});

const withoutScript = { javaScriptEnabled: false };

// In Bangla, test/html has the same without script, and other files of this folder have it with script.
test('an applicant finds the copy, opens every document, comes back and closes it', async () => {
  const [{ language, base, texts }] = languages;
  const { page, context } = await product.openPage(withoutScript);
  await page.goto(`${product.origin}${base}/enquiry`);
  const { person, application } = found;
  const answer = await submitEnquiry(page, {
    passport: person.passport.toLowerCase(),
    nationality: 'বাংলাদেশি',
    birthDate: person.birthDate.split('-').reverse(),
  });
  expect(answer.status()).toBe(303);
  await page.waitForURL(`${product.origin}${base}/view-one`);

  const text = await page.innerText('main');
  for (const value of shownFields(application, texts.application, language)) expect(text).toContain(value);
  for (const section of ['A', 'B', 'C', 'D'] as const) {
    expect(text).toContain(texts.application.section[section]);
  }
  expect(text).toContain(texts.status.Pending.word);
  await expect.poll(() => page.title()).toBe(`${texts.copy.title} – Maplegate`);
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);

  for (const slot of slotNames) {
    const url = application[slot] ?? '';
    const path = documentPath(language, { slot, at: 0 }, application._id);
    const [document] = await Promise.all([page.waitForResponse(product.origin + url), page.click(`a[href="${path}"]`)]);
    await page.waitForURL(product.origin + path);
    expect(document.status()).toBe(200);
    expect(document.headers()['content-type']).toMatch(/^image\//);
    await page.getByRole('link', { name: texts.copy.backToCopy }).click();
    await page.waitForURL(`${product.origin}${base}/view-one?copy=${application._id}`);
  }

  await page.reload();
  await expect.poll(() => page.locator('article').count()).toBe(1);
  const grant = (await context.cookies()).find(({ name }) => name === 'grant');
  await page.click('[data-close] button');
  await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneClosedTitle);
  await expect.poll(() => page.innerText('main')).toContain(texts.copy.noneClosed);
  await page.goto(`${product.origin}${base}/view-one`);
  await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneClosedTitle);
  await expect.poll(() => page.innerText('main')).not.toContain(texts.copy.none);

  // A copy of the cookie does not open it again.
  await context.addCookies([grant as NonNullable<typeof grant>]);
  await page.reload();
  await expect.poll(() => page.locator('article').count()).toBe(0);
  const image = await context.request.get(product.origin + application.image);
  expect(image.status()).toBe(404);
});

test('an empty form comes back with every error, linked to its field; what was typed stays, and only the wrong part of a pasted date is marked', async () => {
  const { page } = await product.openPage(withoutScript);
  await page.goto(`${product.origin}/enquiry`);
  expect((await submitEnquiry(page, { nationality: ' ' })).status()).toBe(400);
  await expect
    .poll(() => page.title())
    .toBe(`${interpolate(ui.form.errorTitle, { title: en.enquiry.title })} – Maplegate`);
  const summary = shownAlert(page);
  await expect.poll(() => summary.locator('h2').innerText()).toBe(ui.form.problem);
  await expect
    .poll(() => summary.locator('a').allInnerTexts())
    .toEqual([
      errorText('enquiry_passport_required', 'en'),
      errorText('enquiry_nationality_required', 'en'),
      errorText('invalid_birth_date', 'en'),
    ]);
  for (const link of await summary.locator('a').all()) {
    const field = page.locator((await link.getAttribute('href')) ?? '');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const notes = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
    await expect.poll(() => page.locator(`#${notes.at(-1)}`).innerText()).toContain(await link.innerText());
  }
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(5);

  const answer = await submitEnquiry(page, {
    passport: 'ab 1 <b>',
    nationality: 'Bangladesh',
    birthDate: ['31021990'],
  });
  expect(answer.status()).toBe(400);
  await expect.poll(() => page.inputValue('#passport')).toBe('ab 1 <b>');
  await expect.poll(() => page.inputValue('#nationality')).toBe('Bangladesh');
  await expect.poll(() => page.inputValue('#birthDate-day')).toBe('31');
  await expect.poll(() => page.inputValue('#birthDate-month')).toBe('02');
  await expect.poll(() => page.inputValue('#birthDate-year')).toBe('1990');
  await expect
    .poll(() => page.locator('[aria-invalid=true]').evaluateAll((all) => all.map((input) => input.id)))
    .toEqual(['birthDate-day']);
  await page.click('button[form=clear]');
  for (const field of ['#passport', '#nationality', '#birthDate-day'])
    await expect.poll(() => page.inputValue(field)).toBe('');
});

test('the other language takes along what was typed, unsearched and in no address, and Enter in a field still searches', async () => {
  const { page } = await product.openPage(withoutScript);
  await page.goto(`${product.origin}/enquiry`);
  await page.fill('#passport', 'ab 12');
  await page.fill('#birthDate-month', 'Magh');
  await page.locator('header').getByRole('link', { name: 'বাংলা' }).waitFor({ state: 'hidden' });
  await page.locator('header').getByRole('button', { name: 'বাংলা' }).click();
  await page.waitForURL(`${product.origin}/bn/enquiry`);
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('bn');
  await expect.poll(() => page.inputValue('#passport')).toBe('ab 12');
  await expect.poll(() => page.inputValue('#birthDate-month')).toBe('Magh');
  await expect.poll(() => shownAlert(page).count()).toBe(0);
  const [answer] = await Promise.all([page.waitForResponse('**/bn/enquiry'), page.press('#passport', 'Enter')]);
  expect(answer.status()).toBe(400);
  await expect.poll(() => page.locator('#nationality').getAttribute('aria-invalid')).toBe('true');
});

test('a decision of the office is seen on the copy, with its dates and its reason, until it is withdrawn', async () => {
  const { person, application } = await addApplicant(staff, 5, ['visa']);
  const { page } = await product.openPage(withoutScript);
  await page.goto(`${product.origin}/enquiry`);
  await submitEnquiry(page, {
    passport: person.passport,
    nationality: person.nationality,
    birthDate: [person.birthDate],
  });
  await page.waitForURL('**/view-one');
  await expect.poll(() => page.innerText('article header strong')).toContain('Pending');
  await expect.poll(() => page.innerText('main')).toContain('File data is missing or undefined.');
  const params = { id: application._id };
  const reason = 'Bring the old passport,\ntoo.';
  const json = { date: '2026-11-19', collectDate: '2026-11-23', note: 'seen by nobody but staff', reason };
  expect((await staff.call('approve', { params, json })).ok).toBe(true);
  await page.reload();
  await expect.poll(() => page.innerText('article header strong')).toContain('Approved');
  const text = await page.innerText('main');
  for (const day of ['2026-11-19', '2026-11-23']) {
    await expect.poll(() => page.locator(`dl time[datetime="${day}"]`).count()).toBeGreaterThan(0);
  }
  expect(text).toContain(status.Approved.history);
  expect(text).not.toContain('seen by nobody');
  // Once, with the status, and not again in the history.
  expect(text.split(reason)).toHaveLength(2);
  expect(text).toContain(`${en.copy.reason} ${reason}`);
  await page.goto(`${product.origin}/bn/view-one`);
  expect(await page.innerText('main')).toContain(`${bn.copy.reason} ${reason}`);
  expect((await staff.call('withdrawDecision', { params, json: { reason: 'Meant for another' } })).ok).toBe(true);
  await page.goto(`${product.origin}/view-one`);
  await expect.poll(() => page.innerText('article header strong')).toContain('Pending');
  const after = await page.innerText('main');
  for (const gone of [reason, '2026-11-19', status.Approved.history, 'Meant for another']) {
    expect(after).not.toContain(gone);
  }
});

describe.each(scriptVariants)('with script in $language', ({ language, base, texts }) => {
  const typed = { passport: 'A7654321', nationality: 'Bangladesh', birthDate: ['1', '2', '1990'] };
  const type = async (page: Page) => {
    await page.fill('#passport', typed.passport);
    await page.fill('#nationality', typed.nationality);
    for (const [at, part] of ['day', 'month', 'year'].entries()) {
      await page.fill(`#birthDate-${part}`, typed.birthDate[at] ?? '');
    }
  };

  test('a search that does not reach the server leaves the page as it is, and the next attempt works', async () => {
    const { page, context } = await product.openPage();
    await page.goto(`${product.origin}${base}/enquiry`);
    await type(page);
    await context.setOffline(true);
    await page.click('#enquiry button[data-busy]');
    await page.getByRole('heading', { name: texts.enquiry.offlineTitle }).waitFor();
    await expect.poll(() => isFocused(page, '[role=alert]:not([hidden])')).toBe(true);
    expect(await shownAlert(page).innerText()).toContain(texts.enquiry.offlineText);
    expect(await shownAlert(page).innerText()).not.toContain(contractTexts[language].noMatch);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    await expect.poll(() => page.inputValue('#birthDate-month')).toBe('2');
    await expectAccessible(page);
    await context.setOffline(false);
    const answer = await hold(page, '**/enquiry');
    await shownAlert(page).getByRole('button', { name: texts.enquiry.again }).press('Enter');
    // The pressed button is hidden with its notice; the one that says that it searches takes the focus.
    await expect.poll(() => isFocused(page, '#enquiry button[data-busy]')).toBe(true);
    answer();
    await page.getByRole('heading', { name: contractTexts[language].noMatch }).waitFor();
    await expect.poll(() => shownAlert(page).count()).toBe(1);
  });

  test('what is typed comes along to the other language, unsearched and in no address, and back again', async () => {
    const { page } = await product.openPage();
    const other = languages.find((each) => each.language !== language);
    if (!other) throw new Error('There is one language only.');
    await page.goto(`${product.origin}${base}/enquiry`);
    await type(page);
    const isTyped = async () => {
      await expect.poll(() => page.inputValue('#birthDate-year').catch(() => '')).toBe(typed.birthDate[2]);
      expect(await page.inputValue('#passport')).toBe(typed.passport);
      expect(await page.inputValue('#nationality')).toBe(typed.nationality);
      await expect.poll(() => shownAlert(page).count()).toBe(0);
    };
    await page.click(`header a[hreflang=${other.language}]`);
    await page.waitForURL(`${product.origin}${other.base}/enquiry`);
    await isTyped();
    expect(await page.locator('html').getAttribute('lang')).toBe(other.language);
    await page.goBack();
    await page.fill('#passport', '');
    await type(page);
    await page.click('#enquiry button[data-busy]');
    await page.getByRole('heading', { name: contractTexts[language].noMatch }).waitFor();
    await page.click(`header a[hreflang=${other.language}]`);
    await page.waitForURL(`${product.origin}${other.base}/enquiry`);
    await isTyped();
  });

  test('a search whose answer is shown in place leaves nothing of the form before it in memory', async () => {
    const { page } = await product.openPage();
    await page.addInitScript(() => {
      const { addEventListener } = window;
      Reflect.set(window, 'added', 0);
      window.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
        if (listener[0] === 'pageshow') Reflect.set(window, 'added', Reflect.get(window, 'added') + 1);
        addEventListener.apply(window, listener);
      };
    });
    await page.goto(`${product.origin}${base}/enquiry`);
    const added = () => page.evaluate(() => Reflect.get(window, 'added'));
    const before = await added();
    await type(page);
    await page.click('#enquiry button[data-busy]');
    await page.getByRole('heading', { name: contractTexts[language].noMatch }).waitFor();
    expect(await added()).toBe(before);
  });

  test('a server that does not answer is given up after the time of the contract, and the page stays', async () => {
    const { page } = await product.openPage();
    await page.goto(`${product.origin}${base}/enquiry`);
    await page.route('**/enquiry', () => {});
    await type(page);
    await expectGivenUpAfter(page, limits.listTimeoutMs, {
      send: () => page.click('#enquiry button[data-busy]'),
      request: '**/enquiry',
      sign: page.getByRole('heading', { name: texts.enquiry.unansweredTitle }),
    });
    await expect.poll(() => shownAlert(page).innerText()).toContain(texts.enquiry.unansweredText);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    await expect.poll(() => page.locator('#enquiry button[data-busy]').innerText()).toBe(texts.enquiry.submit);
  });

  test('a search whose answer is lost may have counted as a try, and the page says so', async () => {
    const { page, context } = await product.openPage();
    await page.goto(`${product.origin}${base}/enquiry`);
    await page.route('**/enquiry', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await type(page);
    await page.click('#enquiry button[data-busy]');
    await page.getByRole('heading', { name: texts.enquiry.unansweredTitle }).waitFor();
    await expect.poll(() => shownAlert(page).innerText()).toContain(texts.enquiry.unansweredText);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    // A later attempt without a connection shows its own notice alone.
    await context.setOffline(true);
    await shownAlert(page).getByRole('button', { name: texts.enquiry.again }).click();
    await page.getByRole('heading', { name: texts.enquiry.offlineTitle }).waitFor();
    await expect.poll(() => shownAlert(page).count()).toBe(1);
    await context.setOffline(false);
  });

  test('while it searches, nothing can be typed or pasted that the answer would overwrite', async () => {
    const { page } = await product.openPage();
    const { person } = found;
    await page.goto(`${product.origin}${base}/enquiry`);
    await page.fill('#passport', 'EM0000001');
    await page.fill('#nationality', person.nationality);
    await page.fill('#birthDate-day', person.birthDate);
    const answer = await hold(page, '**/enquiry');
    const button = page.locator('#enquiry button[data-busy]');
    await button.click();
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await page.press('#passport', 'End');
    await page.keyboard.type('2');
    expect(await page.inputValue('#passport')).toBe('EM0000001');
    const day = await page.inputValue('#birthDate-day');
    await page.locator('#birthDate-day').evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', '1 May 1970');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    expect(await page.inputValue('#birthDate-day')).toBe(day);
    answer();
    await expect.poll(() => button.getAttribute('aria-disabled')).not.toBe('true');
    await page.press('#passport', 'End');
    await page.keyboard.type('2');
    expect(await page.inputValue('#passport')).toBe('EM00000012');
  });

  test('while it searches, the button says so and ignores a second press, and works again after going back', async () => {
    const { page } = await product.openPage();
    const { person } = found;
    await page.goto(`${product.origin}${base}/enquiry`);
    let posts = 0;
    const pressedAgain = Promise.withResolvers<void>();
    await page.route('**/enquiry', async (route) => {
      if (route.request().method() === 'POST') posts++;
      await pressedAgain.promise;
      await route.continue();
    });
    await page.fill('#passport', person.passport);
    await page.fill('#nationality', person.nationality);
    await page.fill('#birthDate-day', person.birthDate);
    const button = page.locator('#enquiry button[data-busy]');
    await button.click();
    await expect.poll(() => button.innerText()).toBe(texts.enquiry.busy);
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    pressedAgain.resolve();
    await page.waitForURL('**/view-one');
    expect(posts).toBe(1);
    await page.unroute('**/enquiry');
    await page.goBack();
    await page.waitForURL('**/enquiry');
    await expect.poll(() => button.innerText()).toBe(texts.enquiry.submit);
    expect(await button.getAttribute('aria-disabled')).not.toBe('true');
    // The next person at this device may be another.
    for (const field of ['#passport', '#birthDate-day', '#birthDate-year'])
      await expect.poll(() => page.inputValue(field)).toBe('');
  });

  test('a whole date pasted into any of the three inputs fills all of them, and any other text is pasted as it is', async () => {
    const { page } = await product.openPage();
    await page.goto(`${product.origin}${base}/enquiry`);
    const paste = async (part: string, text: string) => {
      await page.locator(`#birthDate-${part}`).evaluate((input, value) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', value);
        const event = new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true });
        if (input.dispatchEvent(event)) (input as HTMLInputElement).value = value;
      }, text);
      return Promise.all(['day', 'month', 'year'].map((each) => page.inputValue(`#birthDate-${each}`)));
    };
    expect(await paste('day', '1990-03-27')).toEqual(['27', '03', '1990']);
    expect(await paste('month', '৫/১১/১৯৮৮')).toEqual(['৫', '১১', '১৯৮৮']);
    expect(await paste('year', '7 March 1991')).toEqual(['7', 'March', '1991']);
    expect(await paste('month', '12')).toEqual(['7', '12', '1991']);
  });
});

// In Bangla and on a phone: copy.test.ts, and the form with its notices above.
test('axe finds nothing on the copy in en, nor on the form with errors', async () => {
  const { person } = found;
  const { page } = await product.openPage({ at: '/enquiry', viewport: { width: 1440, height: 900 } });
  await page.click('#enquiry button[data-busy]');
  await page.waitForSelector('[role=alert]:not([hidden])');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
  await expectAccessible(page);
  await page.fill('#passport', person.passport);
  await page.fill('#nationality', person.nationality);
  await page.fill('#birthDate-day', person.birthDate);
  await page.click('#enquiry button[data-busy]');
  await page.waitForURL('**/view-one');
  await expectAccessible(page);
});

test('nothing personal is in a title, a URL or the log', async () => {
  const output = product.output();
  for (const value of [found.person.passport, found.person.surname, found.person.birthDate, found.person.email]) {
    expect(output).not.toContain(value);
  }
});
