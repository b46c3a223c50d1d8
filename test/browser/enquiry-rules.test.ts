/** The rules for dates, passports, names and errors, in each language, with and without script. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorText } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { contractTexts } from '../../contract/texts.ts';
import { isOnPostgres } from '../backends.ts';
import { guessAllDay } from '../guessing.ts';
import { type AddedApplicant, addApplicant } from './applicant.ts';
import { enlarge, overflowingElements } from './browser.ts';
import { openProduct } from './open-product.ts';
import {
  type EnquiryInput,
  formatNumber,
  interpolate,
  isFocused,
  shownAlert,
  submitEnquiry,
  variants,
} from './status-check.ts';

const product = openProduct();
let found: AddedApplicant;

beforeAll(async () => {
  found = await addApplicant(await product.staff(), 3, []);
});

const wrong = (page: Page) => page.locator('[aria-invalid=true]').evaluateAll((all) => all.map(({ id }) => id));
/** Makes the enquiry through the API. */
const enquire = (search: Record<string, string>) =>
  fetch(`${product.origin}/api/application/fetchApplicationEnquiry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(search),
  });
const noOne = (passport: string) => ({ passport, nationality: 'Bangladesh', birthDate: ['1', '2', '1990'] });

function headingBelowBar(): boolean {
  const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  const heading = top('[role=alert]:not([hidden]) h2');
  return heading !== undefined && heading.top >= (top('header')?.bottom ?? 0) && heading.bottom <= innerHeight;
}

/** Runs in the page. */
function smallTargets(): string[] {
  return [...document.querySelectorAll('#enquiry :is(input, button), main [role=alert] a')]
    .filter((target) => {
      const { width, height } = target.getBoundingClientRect();
      return target.checkVisibility() && width > 0 && height > 0 && height < (target.matches('dl a') ? 24 : 44);
    })
    .map((target) => target.outerHTML.slice(0, 120));
}

/** The page, which is 320 px wide, has room for all, and every target is large enough, also with text of double size. */
async function expectRoom(page: Page): Promise<void> {
  for (const size of ['100%', '200%']) {
    await enlarge(page, size);
    await expect.poll(async () => [size, await overflowingElements(page)]).toEqual([size, []]);
    await expect.poll(async () => [size, await page.evaluate(smallTargets)]).toEqual([size, []]);
  }
  await enlarge(page, '');
}

/** The text of an HTML document, with the letters that React escapes. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"');

/** The names of the months from `Intl`. */
function monthName(date: string, locale: string, style: 'long' | 'short'): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { month: style, timeZone: 'UTC' });
}

describe.each(variants)('in $language, $script', ({ language, base, texts, hasScript }) => {
  const tryCounted = interpolate(texts.enquiry.tryCounted, {
    tries: formatNumber(limits.enquiryMissesPerPassport, language),
    minutes: formatNumber(limits.enquiryWindowMinutes, language),
  });
  const open = async () => {
    const opened = await product.openPage({ javaScriptEnabled: hasScript, viewport: { width: 320, height: 740 } });
    await opened.page.goto(`${product.origin}${base}/enquiry`);
    return opened;
  };
  /** Posts the form as the page does; the answer is that of the server, which no script takes part in. */
  const post = async (typed: Record<string, string>) => {
    const body = new URLSearchParams(typed);
    const answer = await fetch(`${product.origin}${base}/enquiry`, { method: 'POST', body, redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
  };
  const bangla = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));

  test('every field is labelled, says why it is asked for and shows an example that is accepted, and none limits what is typed; all fit into 320 px', async () => {
    const { page } = await open();
    await expectRoom(page);
    const group = page.getByRole('group', { name: texts.enquiry.birthDate, exact: true });
    const inputs = group.getByRole('textbox');
    await expect.poll(() => inputs.count()).toBe(3);
    for (const [at, part] of (['day', 'month', 'year'] as const).entries()) {
      const input = group.getByLabel(texts.enquiry[part], { exact: true });
      await expect
        .poll(() =>
          input.evaluate(
            (element, index) => element === element.closest('fieldset')?.querySelectorAll('input')[index],
            at,
          ),
        )
        .toBe(true);
      await expect.poll(() => input.getAttribute('inputmode')).toBe(part === 'month' ? 'text' : 'numeric');
      await expect.poll(() => input.getAttribute('autocomplete')).toBe(`bday-${part}`);
    }
    const attributes = (name: string) =>
      page.locator('#enquiry input').evaluateAll((all, name) => all.map((input) => input.getAttribute(name)), name);
    for (const limit of ['maxlength', 'placeholder', 'pattern'])
      expect(await attributes(limit)).toEqual([null, null, null, null, null]);
    expect((await attributes('spellcheck')).slice(0, 2)).toEqual(['false', 'false']);
    await expect.poll(() => page.locator('#passport').getAttribute('autocapitalize')).toBe('characters');

    // Bangladesh is the first of the nationalities, the others are in the order of the language, and none is chosen.
    await expect.poll(() => page.inputValue('#nationality')).toBe('');
    await expect.poll(() => page.locator('#nationality').getAttribute('list')).toBe('countries');
    const offered = await page
      .locator('#countries option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
    expect(offered.length).toBeGreaterThan(200);
    expect(offered[0]).toBe(language === 'bn' ? 'বাংলাদেশ' : 'Bangladesh');
    const rest = offered.slice(1);
    expect(rest).toEqual([...rest].sort(new Intl.Collator(language).compare));

    const described = (selector: string) =>
      page.locator(selector).evaluate((element) =>
        (element.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' '),
      );
    await expect.poll(() => described('#passport')).toContain(texts.enquiry.passportWhy);
    await expect.poll(() => described('#nationality')).toContain(texts.enquiry.nationalityWhy);
    const birthDate = await described('fieldset');
    expect(birthDate).toContain(texts.enquiry.birthDateWhy);
    const example = /[\d০-৯]+ [\d০-৯]+ [\d০-৯]+/.exec(birthDate)?.[0].split(' ') ?? [];
    const passport = /[A-Z]\d+/.exec(await described('#passport'))?.[0] ?? '';
    const answer = await submitEnquiry(page, {
      passport: `${passport}${language}${hasScript}`,
      nationality: 'BD',
      birthDate: example,
    });
    expect(answer.status()).toBe(200);
  });

  // The units have every spelling: contract/text.test.ts, contract/nationality.test.ts, web/ui/birth-date.test.ts.
  test('an application is found however its passport, nationality and birth date are spelled, by the keyboard alone from the first field to the copy and out of it', async () => {
    const { page } = await open();
    const { passport, birthDate } = found.person;
    const [year = '', , day = ''] = birthDate.split('-');
    const focusTitle = () =>
      page.locator('h1').evaluate((title) => {
        title.tabIndex = -1;
        title.focus();
      });
    await focusTitle();
    for (const text of [
      `\u200b${passport.slice(0, 3).toLowerCase()}\u00ad\u2013${passport.slice(3)} `,
      'বাংলাদেশি',
      day,
      monthName(birthDate, 'en-GB', 'short').slice(0, 3).toUpperCase(),
      year,
    ]) {
      await page.keyboard.press('Tab');
      // A part that is full does not move the focus by itself.
      await page.keyboard.type(text);
    }
    await expect.poll(() => isFocused(page, '#birthDate-year')).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${product.origin}${base}/view-one`);
    await focusTitle();
    for (let step = 0; step < (hasScript ? 4 : 3); step++) await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(texts.copy.close);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneClosedTitle);

    // On a Bangla keyboard, with the whole date in the first input, and by the own words of a nationality of no country.
    const number = `${language === 'bn' ? 1 : 2}234567`;
    await product.addApplication({ passport: `EB${number}`, currentN: 'Rohingya refugee', dob: birthDate });
    const { status, location } = await post({
      passport: `ইবি ${bangla(number)}`,
      nationality: 'rohingya REFUGEE',
      'birthDate-day': bangla(`${day} ${monthName(birthDate, 'bn-BD', 'long')} ${year}`),
    });
    expect([status, location]).toEqual([303, `${base}/view-one`]);
  });

  // The year after next, since a year begins earlier in Dhaka.
  const yearToCome = String(new Date().getUTCFullYear() + 2);
  // The units have every problem and its wrong parts: web/ui/birth-date.test.ts.
  const wrongDates: [problem: string, birthDate: string[], wrong: string[]][] = [
    ['a missing year, whatever else is wrong', ['31', '2', ''], ['year']],
    ['a month of no language', ['1', 'Brumaire', '1990'], ['month']],
    ['a year of two digits', ['1', '1', '90'], ['year']],
    ['a year in the future', ['1', '1', yearToCome], ['year']],
  ];
  test('one date error at a time, and only the wrong part is marked', async () => {
    const { page } = await open();
    // In either language the same code finds the part; the words are of the language.
    for (const [problem, birthDate, parts] of hasScript ? wrongDates.slice(0, 2) : wrongDates) {
      const answer = await submitEnquiry(page, { passport: 'A1', nationality: 'BD', birthDate });
      expect([problem, answer.status(), await wrong(page)]).toEqual([
        problem,
        400,
        parts.map((part) => `birthDate-${part}`),
      ]);
      const lines = shownAlert(page).locator('li');
      await expect.poll(() => lines.allInnerTexts()).toEqual([errorText('invalid_birth_date', language)]);
      await expect.poll(() => lines.locator('a').getAttribute('href')).toBe(`#birthDate-${parts[0]}`);
      // The message of the specification, and below it one line on how to fix it.
      const [, message = '', ...fix] = (await page.innerText('#birthDate-error')).split('\n').filter(Boolean);
      expect(message).toBe(errorText('invalid_birth_date', language));
      expect(fix).toHaveLength(1);
      // Only an incomplete year is asked for its four digits.
      if (parts.includes('year') && parts.length === 1) {
        const { partYear, birthDateYearDigits } = texts.enquiry;
        const asksForDigits = [partYear, birthDateYearDigits].some((text) => fix[0]?.includes(text));
        expect([problem, asksForDigits]).toEqual([problem, birthDate[2]?.length !== 4]);
      }
      if (birthDate[1] === 'Brumaire') expect(fix).toEqual([texts.enquiry.birthDateUnknownMonth]);
      for (const [at, part] of ['day', 'month', 'year'].entries()) {
        await expect.poll(() => page.inputValue(`#birthDate-${part}`)).toBe(birthDate[at] ?? '');
      }
    }
  });

  test('errors are shown above the form and at their field, take the focus and lead there by keyboard, and fit into 320 px', async () => {
    const { page } = await open();
    const typed: EnquiryInput = { passport: ' - ', nationality: '', birthDate: ['31', 'মার্চ', '1990'] };
    expect((await submitEnquiry(page, typed)).status()).toBe(400);
    await expect
      .poll(() => page.title())
      .toBe(`${interpolate(texts.form.errorTitle, { title: texts.enquiry.title })} – Maplegate`);
    await expect.poll(() => shownAlert(page).locator('h2').innerText()).toBe(texts.form.problem);
    await expect.poll(() => isFocused(page, '[role=alert]:not([hidden])')).toBe(true);
    const isAbove = await page.evaluate(() => {
      const [summary, form] = ['[role=alert]:not([hidden])', '#enquiry'].map((one) => document.querySelector(one));
      return Boolean(summary && form && summary.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING);
    });
    expect(isAbove).toBe(true);
    const expected = [
      ['passport', errorText('enquiry_passport_required', language), texts.enquiry.passportFix],
      ['nationality', errorText('enquiry_nationality_required', language), texts.enquiry.nationalityFix],
    ] as const;
    for (const [field, message, fix] of expected) {
      const described = (await page.locator(`#${field}`).getAttribute('aria-describedby')) ?? '';
      expect(described.split(' ')).toContain(`${field}-error`);
      const [, first = '', second] = (await page.innerText(`#${field}-error`)).split('\n').filter(Boolean);
      expect(first).toBe(message);
      expect(second).toBe(fix);
    }
    await expect.poll(() => wrong(page)).toEqual(['passport', 'nationality']);
    await expect.poll(() => page.inputValue('#passport')).toBe(' - ');
    await expect.poll(() => page.inputValue('#birthDate-month')).toBe('মার্চ');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page, '#nationality')).toBe(true);
    await expectRoom(page);
  });

  test('without a match the page shows three things to check, a contact, and all that was typed, and fits into 320 px', async () => {
    const { page } = await open();
    const typed = noOne(`ZZ${language}${hasScript}`);
    expect((await submitEnquiry(page, typed)).status()).toBe(200);
    await expect.poll(() => shownAlert(page).locator('h2').innerText()).toBe(contractTexts[language].noMatch);
    await expect
      .poll(() => shownAlert(page).locator('li').allInnerTexts())
      .toEqual([texts.enquiry.checkPassport, texts.enquiry.checkBirthDate, texts.enquiry.checkNationality]);
    expect(await shownAlert(page).innerText()).toContain(tryCounted);
    await expect.poll(() => shownAlert(page).locator('a[href^="tel:"]').count()).toBe(1);
    await expect.poll(() => shownAlert(page).locator('a[href^="mailto:"]').count()).toBe(1);
    await expect.poll(() => isFocused(page, '[role=alert]:not([hidden])')).toBe(true);
    // Its heading is not under the bar.
    await expect.poll(() => page.evaluate(headingBelowBar)).toBe(true);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    await expect.poll(() => page.inputValue('#birthDate-year')).toBe('1990');
    await expect.poll(() => page.url()).toBe(`${product.origin}${base}/enquiry`);
    await page.click('[role=alert] a[href="#passport"]');
    await expect.poll(() => isFocused(page, '#passport')).toBe(true);
    await expectRoom(page);
  });

  test('an unknown country is an error of its field that suggests similar names, whether the passport exists or not', async () => {
    const { passport, birthDate: dob } = found.person;
    const title = errorText('enquiry_unknown_country', language);
    const meant = interpolate(texts.enquiry.nationalityMeant, { names: language === 'bn' ? 'বাংলাদেশ' : 'Bangladesh' });
    for (const typed of [passport, `NOBODY${language}${hasScript}`]) {
      const { status, html } = await post({ passport: typed, nationality: 'Bangaldesh', 'birthDate-day': dob });
      expect(status).toBe(400);
      expect(html).toMatch(new RegExp(`<a href="#nationality"[^>]*>${title}</a>`));
      expect(textOf(html)).toContain(meant);
      expect(html).toMatch(new RegExp(`<input[^>]* value="${typed}"`));
    }
    const { html } = await post({ passport, nationality: 'Atlantis', 'birthDate-day': dob });
    for (const text of [texts.enquiry.nationalityFix, texts.enquiry.nationalitySearched, tryCounted])
      expect(textOf(html)).toContain(text);
    const bengali = await post({ passport, nationality: 'বাঙালি', 'birthDate-day': dob });
    expect(textOf(bengali.html)).toContain(meant);
  });

  test('a misspelled country uses up no try until the page has asked about it', async () => {
    const { page } = await open();
    const passport = `MISSPELT${language}${hasScript}`;
    const misspelled = { passport, nationality: 'Bangaldesh', birthDate: ['1', '2', '1990'] };
    const typed = { passport, nationality: 'Bangaldesh', 'birthDate-day': '1990-02-01' };
    for (let times = 0; times <= limits.enquiryMissesPerPassport; times++) {
      const { status, html } = await post(typed);
      expect([status, textOf(html).includes(texts.enquiry.nationalityAsTyped)]).toEqual([400, true]);
    }
    for (const isAsked of [true, false]) {
      expect((await submitEnquiry(page, misspelled)).status()).toBe(400);
      const words = await page.innerText('#nationality-error');
      expect(words.includes(texts.enquiry.nationalityAsTyped)).toBe(isAsked);
      for (const text of [texts.enquiry.nationalitySearched, tryCounted]) expect(words.includes(text)).toBe(!isAsked);
    }
    const asked = { ...typed, asTyped: typed.nationality };
    for (let misses = 1; misses < limits.enquiryMissesPerPassport; misses++) {
      expect((await post(asked)).status).toBe(400);
    }
    expect((await submitEnquiry(page, misspelled)).status()).toBe(429);
  });

  test('over the budget the page says why, until when, and keeps what was typed; over that of a day the office can help at once', async () => {
    const { page } = await open();
    const clock = language === 'bn' ? /[০-৯]+:[০-৯]{2}/ : /\d+:\d{2} [ap]m/;
    const passport = `BUDGET${language}${hasScript}`;
    const miss = { search: passport, search1: 'Bangladesh', search2: '1990-01-01' };
    for (let misses = 0; misses < limits.enquiryMissesPerPassport; misses++) await enquire(miss);
    const answer = await submitEnquiry(page, { passport, nationality: 'Bangladesh', birthDate: ['1990-01-01'] });
    expect(answer.status()).toBe(429);
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
    await expect.poll(() => shownAlert(page).locator('h2').innerText()).toBe(texts.enquiry.overBudgetTitle);
    const words = await shownAlert(page).innerText();
    const minutes = Math.ceil(Number(answer.headers()['retry-after']) / 60);
    expect(words).toContain(formatNumber(minutes, language));
    expect(words).toContain(formatNumber(limits.enquiryMissesPerPassport, language));
    expect(words).toMatch(clock);
    expect(words).not.toContain(contractTexts[language].noMatch);
    await expect.poll(() => page.title()).toContain(interpolate(texts.form.errorTitle, { title: '' }).trim());
    await expect.poll(() => page.inputValue('#passport')).toBe(passport);
    await expect.poll(() => page.inputValue('#birthDate-month')).toBe('01');

    const guessed = `GUESSED${language}${hasScript}`;
    await product.withResources((resources) => guessAllDay(resources, { passport: guessed }));
    const blocked = await submitEnquiry(page, noOne(guessed));
    expect(blocked.status()).toBe(429);
    expect(Number(blocked.headers()['retry-after'])).toBeGreaterThan(23 * 3_600);
    await expect.poll(() => shownAlert(page).locator('h2').innerText()).toBe(texts.enquiry.blockedTitle);
    const untilTomorrow = await shownAlert(page).innerText();
    expect(untilTomorrow).toContain(texts.enquiry.blockedHelp);
    expect(untilTomorrow).toContain(formatNumber(limits.enquiryMissesPerPassportADay, language));
    expect(untilTomorrow).toMatch(clock);
    await expect.poll(() => shownAlert(page).locator('a[href^="mailto:"]').count()).toBeGreaterThan(0);
    await expect.poll(() => page.inputValue('#passport')).toBe(guessed);
  });

  // With script its page is shown like that of any other error, such as one over the budget.
  if (hasScript) return;

  // PostgreSQL has no lock that all wait for; process/lost-postgres.test.ts takes the whole server away.
  const onSqlite = test.skipIf(isOnPostgres);
  onSqlite('a server that cannot search says so, keeps what was typed, and the next try works', async () => {
    const { page } = await open();
    const typed = noOne(`DOWN${language}${hasScript}`);
    // A backup tool that hangs would hold the same lock.
    await product.withResources(({ database: { db } }) =>
      db.transaction().execute(async () => expect((await submitEnquiry(page, typed)).status()).toBe(503)),
    );
    await expect.poll(() => shownAlert(page).locator('h2').innerText()).toBe(texts.enquiry.failedTitle);
    const words = await shownAlert(page).innerText();
    expect(words).toContain(errorText('unavailable', language));
    expect(words).not.toContain(contractTexts[language].noMatch);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    await expect.poll(() => isFocused(page, '[role=alert]:not([hidden])')).toBe(true);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      shownAlert(page).getByRole('button', { name: texts.enquiry.again }).click(),
    ]);
    expect(answer.status()).toBe(200);
    await page.getByRole('heading', { name: contractTexts[language].noMatch }).waitFor();
  });
});
