/** The rules for dates, passports, names and errors, in each language, with and without script. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { noMatch } from '../../contract/enquiry.ts';
import { errorText } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { isOnServer } from '../backends.ts';
import { guessAllDay } from '../guessing.ts';
import { type AddedApplicant, addApplicant } from './applicant.ts';
import { stopClock } from './browser.ts';
import { openProduct } from './open-product.ts';
import { alert, ask, count, enlarge, fill, isFocused, sticksOut, type Typed, ways } from './status-check.ts';

const product = openProduct();
let found: AddedApplicant;

beforeAll(async () => {
  found = await addApplicant(await product.staff(), 3, []);
});

const wrong = (page: Page) => page.locator('[aria-invalid=true]').evaluateAll((all) => all.map(({ id }) => id));
const noOne = (passport: string) => ({ passport, nationality: 'Bangladesh', birthDate: ['1', '2', '1990'] });

function headingBelowBar(): boolean {
  const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  const heading = top('[role=alert]:not([hidden]) h2');
  return heading !== undefined && heading.top >= (top('header')?.bottom ?? 0) && heading.bottom <= innerHeight;
}

/** The names of the months from `Intl`. */
function monthName(date: string, locale: string, style: 'long' | 'short'): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { month: style, timeZone: 'UTC' });
}

describe.each(ways)('in $language, $script', ({ language, base, texts, hasScript }) => {
  const open = async (width = 360) => {
    const opened = await product.openPage({ javaScriptEnabled: hasScript, viewport: { width, height: 740 } });
    await opened.page.goto(`${product.origin}${base}/enquiry`);
    return opened;
  };
  const bangla = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));

  test('the birth date is a group of three labelled text inputs', async () => {
    const { page } = await open();
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
      for (const limit of ['maxlength', 'placeholder', 'pattern'])
        await expect.poll(() => input.getAttribute(limit)).toBeNull();
    }
    await expect.poll(() => page.locator('#passport').getAttribute('autocapitalize')).toBe('characters');
    for (const field of ['#passport', '#nationality']) {
      await expect.poll(() => page.locator(field).getAttribute('spellcheck')).toBe('false');
      for (const limit of ['maxlength', 'placeholder', 'pattern']) {
        await expect.poll(() => page.locator(field).getAttribute(limit)).toBeNull();
      }
    }
  });

  test('each field says why it is asked for, and its example is accepted', async () => {
    const { page } = await open();
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
    const answer = await ask(page, {
      passport: `${passport}${language}${hasScript}`,
      nationality: 'BD',
      birthDate: example,
    });
    expect(answer.status()).toBe(200);
  });

  test('a date is accepted in every usual spelling', async () => {
    const [year = '', month = '', day = ''] = found.person.birthDate.split('-');
    const plain = (text: string) => String(Number(text));
    const spellings = [
      [day, month, year],
      [plain(day), plain(month), year],
      [bangla(day), bangla(month), bangla(year)],
      [day, monthName(found.person.birthDate, 'en-GB', 'long').toUpperCase(), year],
      [day, monthName(found.person.birthDate, 'en-GB', 'short').slice(0, 3), year],
      [day, monthName(found.person.birthDate, 'bn-BD', 'long'), bangla(year)],
      [`${year}-${month}-${day}`],
      [`${day}/${month}/${year}`],
      [bangla(`${plain(day)}.${plain(month)}.${year}`)],
      [`${plain(day)} ${monthName(found.person.birthDate, 'en-GB', 'long')} ${year}`],
    ];
    const { page } = await open();
    for (const birthDate of spellings) {
      await page.goto(`${product.origin}${base}/enquiry`);
      await ask(page, { passport: found.person.passport, nationality: found.person.nationality, birthDate });
      await page.waitForURL(`${product.origin}${base}/view-one`);
    }
  });

  test('the passport is found however it is spelled, and the nationality by any of its names', async () => {
    const { page } = await open();
    const { passport, birthDate } = found.person;
    const cut = `${passport.slice(0, 2)}-${passport.slice(2, 5)} ${passport.slice(5)}`;
    const pairs = [
      [passport.toLowerCase(), 'বাংলাদেশ'],
      [`  ${cut} `, 'Bangladeshi'],
      [`\u200b${passport.slice(0, 3)}\u00ad\u2013${passport.slice(3)}\ufeff`, 'bangladesh'],
      [bangla(passport), 'BD'],
      [passport, 'বাংলাদেশি'],
    ] as const;
    for (const [spelled, nationality] of pairs) {
      await page.goto(`${product.origin}${base}/enquiry`);
      await ask(page, { passport: spelled, nationality, birthDate: [birthDate] });
      await page.waitForURL(`${product.origin}${base}/view-one`);
    }
  });

  test('nationalities are offered with Bangladesh first, then in the order of the language, none chosen', async () => {
    const { page } = await open();
    await expect.poll(() => page.inputValue('#nationality')).toBe('');
    await expect.poll(() => page.locator('#nationality').getAttribute('list')).toBe('countries');
    const offered = await page
      .locator('#countries option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
    expect(offered.length).toBeGreaterThan(200);
    expect(offered[0]).toBe(language === 'bn' ? 'বাংলাদেশ' : 'Bangladesh');
    const rest = offered.slice(1);
    expect(rest).toEqual([...rest].sort(new Intl.Collator(language).compare));
  });

  // The year after next, since a year begins earlier in Dhaka.
  const yearToCome = String(new Date().getUTCFullYear() + 2);
  const dates: [problem: string, birthDate: string[], wrong: string[]][] = [
    ['nothing at all', [], ['day', 'month', 'year']],
    ['a missing year, whatever else is wrong', ['31', '2', ''], ['year']],
    ['a missing day and month', ['', '', '1990'], ['day', 'month']],
    ['a day that the month has not', ['31', '4', '1990'], ['day']],
    ['a 29 February of a common year', ['29', '2', '1990'], ['day']],
    ['a month that does not exist', ['1', '13', '1990'], ['month']],
    ['a month of no language', ['1', 'Brumaire', '1990'], ['month']],
    ['a year of two digits', ['1', '1', '90'], ['year']],
    ['a year in the future', ['1', '1', yearToCome], ['year']],
  ];
  test('one date error at a time, and only the wrong part is marked', async () => {
    const { page } = await open();
    for (const [problem, birthDate, parts] of dates) {
      const answer = await ask(page, { passport: 'A1', nationality: 'BD', birthDate });
      expect([problem, answer.status(), await wrong(page)]).toEqual([
        problem,
        400,
        parts.map((part) => `birthDate-${part}`),
      ]);
      const lines = alert(page).locator('li');
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

  test('errors are shown above the form and at their field, take the focus and lead there by keyboard', async () => {
    const { page } = await open();
    const typed: Typed = { passport: ' - ', nationality: '', birthDate: ['31', 'মার্চ', '1990'] };
    expect((await ask(page, typed)).status()).toBe(400);
    await expect
      .poll(() => page.title())
      .toBe(`${fill(texts.form.errorTitle, { title: texts.enquiry.title })} – Maplegate`);
    await expect.poll(() => alert(page).locator('h2').innerText()).toBe(texts.form.problem);
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
  });

  test('without a match the page shows three things to check, a contact, and all that was typed', async () => {
    const { page } = await open();
    const typed = noOne(`ZZ${language}${hasScript}`);
    expect((await ask(page, typed)).status()).toBe(200);
    await expect.poll(() => alert(page).locator('h2').innerText()).toBe(noMatch[language]);
    await expect
      .poll(() => alert(page).locator('li').allInnerTexts())
      .toEqual([texts.enquiry.checkPassport, texts.enquiry.checkBirthDate, texts.enquiry.checkNationality]);
    await expect.poll(() => alert(page).locator('a[href^="tel:"]').count()).toBe(1);
    await expect.poll(() => alert(page).locator('a[href^="mailto:"]').count()).toBe(1);
    await expect.poll(() => isFocused(page, '[role=alert]:not([hidden])')).toBe(true);
    // Its heading is not under the bar.
    await expect.poll(() => page.evaluate(headingBelowBar)).toBe(true);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    await expect.poll(() => page.inputValue('#birthDate-year')).toBe('1990');
    await expect.poll(() => page.url()).toBe(`${product.origin}${base}/enquiry`);
    await page.click('[role=alert] a[href="#passport"]');
    await expect.poll(() => isFocused(page, '#passport')).toBe(true);
  });

  test('an unknown country is an error of its field that suggests similar names, whether the passport exists or not', async () => {
    const { page } = await open();
    const { passport, dob } = await product.addApplication({ passport: `UNKNOWN${language}${hasScript}` });
    const title = errorText('enquiry_unknown_country', language);
    const meant = fill(texts.enquiry.nationalityMeant, { names: language === 'bn' ? 'বাংলাদেশ' : 'Bangladesh' });
    for (const typed of [passport, `NOBODY${language}${hasScript}`]) {
      const answer = await ask(page, { passport: typed, nationality: 'Bangaldesh', birthDate: [dob] });
      expect(answer.status()).toBe(400);
      await expect.poll(() => alert(page).locator('a').allInnerTexts()).toEqual([title]);
      await expect.poll(() => page.innerText('#nationality-error')).toContain(meant);
      await expect.poll(() => page.inputValue('#passport')).toBe(typed);
    }
    await ask(page, { passport, nationality: 'Atlantis', birthDate: [dob] });
    await expect.poll(() => page.innerText('#nationality-error')).toContain(texts.enquiry.nationalityFix);
  });

  test('an application that is stored with an unknown country is found by that word', async () => {
    const { page } = await open();
    const kept = { passport: `ODD${language}${hasScript}`, currentN: 'Rohingya refugee' };
    const { passport, dob } = await product.addApplication(kept);
    await ask(page, { passport, nationality: 'rohingya REFUGEE', birthDate: [dob] });
    await page.waitForURL(`${product.origin}${base}/view-one`);
  });

  test('a passport whose first letters are typed on a Bangla keyboard is found', async () => {
    const { page } = await open();
    const number = `${language === 'bn' ? 1 : 2}${hasScript ? 1 : 2}34567`;
    const { dob } = await product.addApplication({ passport: `EB${number}`, currentN: 'Bangladeshi' });
    await ask(page, { passport: `ইবি ${bangla(number)}`, nationality: 'বাংলাদেশ', birthDate: [dob] });
    await page.waitForURL(`${product.origin}${base}/view-one`);
  });

  test('over the budget the page says why, until when, and keeps what was typed', async () => {
    const { page } = await open();
    const passport = `BUDGET${language}${hasScript}`;
    for (let miss = 0; miss < limits.enquiryMissesPerPassport; miss++) {
      await ask(page, { passport, nationality: 'Bangladesh', birthDate: ['1990-01-01'] });
    }
    const answer = await ask(page, { passport, nationality: 'Bangladesh', birthDate: ['1990-01-01'] });
    expect(answer.status()).toBe(429);
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
    await expect.poll(() => alert(page).locator('h2').innerText()).toBe(texts.enquiry.overBudgetTitle);
    const words = await alert(page).innerText();
    const minutes = Math.ceil(Number(answer.headers()['retry-after']) / 60);
    expect(words).toContain(count(minutes, language));
    expect(words).toContain(count(limits.enquiryMissesPerPassport, language));
    expect(words).toMatch(language === 'bn' ? /[০-৯]+:[০-৯]{2}/ : /\d+:\d{2} [ap]m/);
    expect(words).not.toContain(noMatch[language]);
    await expect.poll(() => page.title()).toContain(fill(texts.form.errorTitle, { title: '' }).trim());
    await expect.poll(() => page.inputValue('#passport')).toBe(passport);
    await expect.poll(() => page.inputValue('#birthDate-month')).toBe('01');
  });

  test('after the budget of a day the page says until when, and that the office can help at once', async () => {
    const { page } = await open();
    const passport = `GUESSED${language}${hasScript}`;
    await product.beside((harness) => guessAllDay(harness, { passport }));
    const answer = await ask(page, noOne(passport));
    expect(answer.status()).toBe(429);
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(23 * 3_600);
    await expect.poll(() => alert(page).locator('h2').innerText()).toBe(texts.enquiry.blockedTitle);
    const words = await alert(page).innerText();
    expect(words).toContain(texts.enquiry.blockedHelp);
    expect(words).toContain(count(limits.enquiryMissesPerPassportADay, language));
    expect(words).toMatch(language === 'bn' ? /[০-৯]+:[০-৯]{2}/ : /\d+:\d{2} [ap]m/);
    await expect.poll(() => alert(page).locator('a[href^="mailto:"]').count()).toBeGreaterThan(0);
    await expect.poll(() => page.inputValue('#passport')).toBe(passport);
  });

  // PostgreSQL has no lock that all wait for; process/lost-postgres.test.ts takes the whole server away.
  const onSqlite = test.skipIf(isOnServer);
  onSqlite('a server that cannot search says so, keeps what was typed, and the next try works', async () => {
    const { page } = await open();
    const typed = noOne(`DOWN${language}${hasScript}`);
    // The server waits for the records as long as the page waits for the server, or longer when it has more to keep.
    if (hasScript) await stopClock(page);
    // A backup tool that hangs would hold the same lock.
    await product.beside(({ database: { query } }) =>
      query.transaction().execute(async () => expect((await ask(page, typed)).status()).toBe(503)),
    );
    await expect.poll(() => alert(page).locator('h2').innerText()).toBe(texts.enquiry.failedTitle);
    const words = await alert(page).innerText();
    expect(words).toContain(errorText('unavailable', language));
    expect(words).not.toContain(noMatch[language]);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    await expect.poll(() => isFocused(page, '[role=alert]:not([hidden])')).toBe(true);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      alert(page).getByRole('button', { name: texts.enquiry.again }).click(),
    ]);
    expect(answer.status()).toBe(200);
    await page.getByRole('heading', { name: noMatch[language] }).waitFor();
  });

  test('nothing overflows horizontally at 320 px or with text of double size, and every target is large enough', async () => {
    const { page } = await open(320);
    for (const size of ['100%', '200%']) {
      for (const typed of [null, { nationality: 'x', birthDate: ['99'] }, noOne(`SIDE${language}${hasScript}`)]) {
        if (typed) await ask(page, typed);
        await enlarge(page, size);
        await expect.poll(async () => [size, typed, await sticksOut(page)]).toEqual([size, typed, []]);
      }
      for (const control of await page.locator('#enquiry :is(input, button), main [role=alert] a').all()) {
        const least = (await control.evaluate((element) => element.matches('dl a'))) ? 24 : 44;
        if (await control.isVisible())
          await expect.poll(async () => (await control.boundingBox())?.height).toBeGreaterThanOrEqual(least);
      }
    }
  });

  test('the keyboard alone is enough from the first field to the copy and out of it', async () => {
    const { page } = await open();
    const { person } = found;
    await page.locator('h1').evaluate((title) => {
      title.tabIndex = -1;
      title.focus();
    });
    for (const text of [person.passport, person.nationality, ...person.birthDate.split('-').reverse()]) {
      await page.keyboard.press('Tab');
      // Typed to its end, a part does not send the focus on by itself.
      await page.keyboard.type(text);
    }
    await expect.poll(() => isFocused(page, '#birthDate-year')).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${product.origin}${base}/view-one`);
    await page.locator('h1').evaluate((title) => {
      title.tabIndex = -1;
      title.focus();
    });
    for (let step = 0; step < (hasScript ? 4 : 3); step++) await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(texts.copy.close);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneClosedTitle);
  });
});
