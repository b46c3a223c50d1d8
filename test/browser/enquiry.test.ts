/** The main job, as an applicant does it: with script switched off. */
import { beforeAll, describe, expect, test } from 'vitest';
import { slotNames } from '../../contract/application-form.ts';
import type { Client } from '../../contract/client.ts';
import { errorText } from '../../contract/errors.ts';
import { documentPath } from '../../web/site/document-path.ts';
import bn from '../../web/texts/bn.json' with { type: 'json' };
import en from '../../web/texts/en.json' with { type: 'json' };
import status from '../../web/texts/status.en.json' with { type: 'json' };
import ui from '../../web/texts/ui.en.json' with { type: 'json' };
import { type AddedApplicant, addApplicant, shownFields } from './applicant.ts';
import { openProduct } from './open-product.ts';
import { interpolate, languages, shownAlert, submitEnquiry } from './status-check.ts';

const product = openProduct();
let staff: Client;
let found: AddedApplicant;

beforeAll(async () => {
  staff = await product.staff();
  found = await addApplicant(staff, 3);
});

const withoutScript = { javaScriptEnabled: false };

describe.each(languages)('without script in $language', ({ language, base, texts }) => {
  test('an applicant finds the copy, opens every document, comes back and closes it', async () => {
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
      const [document] = await Promise.all([
        page.waitForResponse(product.origin + url),
        page.click(`a[href="${path}"]`),
      ]);
      await page.waitForURL(product.origin + path);
      expect(document.status()).toBe(200);
      expect(document.headers()['content-type']).toMatch(/^image\//);
      await page.getByRole('link', { name: texts.copy.backToCopy }).click();
      await page.waitForURL(`${product.origin}${base}/view-one`);
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
    birthDate: ['31/02/1990'],
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
  expect(text.split(reason)).toHaveLength(3);
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

test('nothing personal is in a title, a URL or the log', async () => {
  const output = product.output();
  for (const value of [found.person.passport, found.person.surname, found.person.birthDate, found.person.email]) {
    expect(output).not.toContain(value);
  }
});
