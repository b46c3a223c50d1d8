/** Adding an application, as by a clerk who adds forty a day. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { formFieldNames, jobTitles } from '../../../contract/application-form.ts';
import { limits } from '../../../contract/limits.ts';
import { employerFields } from '../../../web/application/fields-and-documents.ts';
import bn from '../../../web/texts/office/application-form.bn.json' with { type: 'json' };
import texts from '../../../web/texts/office/application-form.en.json' with { type: 'json' };
import { admin } from '../../product.ts';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, errorAt, fillForm, photoFile, problems, save, somebody } from './application-typing.ts';

const product = openProduct();
const desktop = { viewport: { width: 1440, height: 900 } };

const active = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function stored(passport: string) {
  const staff = await product.staff('admin');
  const result = await staff.call('applications', { query: { search: passport } });
  if (!result.ok) throw new Error('The list was refused.');
  return result.data.applications;
}

test('a filled form with a photo, saved by two quick clicks, becomes one application; another for the same employer keeps its fields', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.getByRole('heading', { level: 1, name: 'Visa Application Form' }).waitFor();
  await expect.poll(() => page.title()).toContain('Visa Application Form');
  await expect
    .poll(() => page.locator('fieldset h2').allInnerTexts())
    .toEqual(['A. Personal Particulars', 'B. Company Details', 'C. Passport Details', 'D. Contact Details', 'Photo']);
  await expect.poll(() => page.locator('#jobTitle option').allInnerTexts()).toEqual(['Please choose', ...jobTitles]);
  await expect.poll(() => page.locator('[role=radiogroup] label').allInnerTexts()).toEqual(['Male', 'Female']);
  const inBangla = { dob: '৩১/০১/১৯৯০', nationalId: '১২৩৪৫৬৭৮৯০', phone: '০১৭১২৩৪৫৬৭৮', currentN: 'বাংলাদেশ' };
  const typed = somebody({ ...inBangla, jobTitle: 'Welder' });
  await fillForm(page, typed);
  await choosePhoto(page);
  let posts = 0;
  page.on('request', (request) => request.url().endsWith('/addApplication') && posts++);
  await page.getByRole('button', { name: 'Save', exact: true }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await page.waitForURL('**/application');
  await page.getByText(typed.passport).first().waitFor();
  expect(posts).toBe(1);
  const [added, another] = await stored(typed.passport);
  expect(another).toBeUndefined();
  const inAscii = { dob: '1990-01-31', nationalId: '1234567890', phone: '01712345678' };
  expect(added).toMatchObject({ ...typed, ...inAscii, isStatus: 'Pending' });
  expect(added?.image).toMatch(/^\/api\/files\//);

  const text = `${typed.givenN} ${typed.surname} was added.`;
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: text });
  const link = notice.getByRole('link', { name: 'Open the application' });
  expect(await link.getAttribute('href')).toBe(`/userView?id=${added?._id}`);

  // Another for the same employer keeps its fields, says so, skips them and can empty them.
  await page.keyboard.press('n');
  await page.waitForURL(`**${addPath}`);
  await expect.poll(() => active(page)).toBe('surname');
  for (const name of formFieldNames.filter((name) => name !== 'sex'))
    expect(await page.inputValue(`#${name}`)).toBe(employerFields.includes(name) ? typed[name] : '');
  expect(await page.locator('input[name=sex]:checked').count()).toBe(0);
  expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(typed.company);
  await page.focus('#nationalId');
  await page.keyboard.press('Enter');
  await expect.poll(() => active(page)).toBe('passport');
  await page.getByRole('status').getByRole('button', { name: texts.prefill.employer.undo }).click();
  await expect.poll(() => page.inputValue('#company')).toBe('');
  await page.getByRole('button', { name: texts.prefill.employer.redo }).click();
  await expect.poll(() => page.inputValue('#company')).toBe(typed.company);
  await expectAccessible(page);
  // Nothing was typed, so nothing is asked on leaving.
  await page.getByRole('complementary').locator('a[href$="/application"]').click();
  await page.waitForURL('**/application');
  await page.getByText(typed.passport).first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

test('“Save and add another” saves and opens an empty form; Enter moves to the next field, and Ctrl and Enter save this one only', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const first = somebody();
  await fillForm(page, first);
  await choosePhoto(page);
  const another = page.getByRole('button', { name: 'Save and add another' });
  await another.click();
  const text = `${first.givenN} ${first.surname} was added. The form is ready for the next applicant.`;
  const notice = page.getByRole('status').filter({ hasText: text });
  await notice.waitFor();
  await expect.poll(() => page.inputValue('#surname')).toBe('');
  await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(0);
  await expect.poll(() => active(page)).toBe('surname');
  const [{ _id = '' } = {}, ...more] = await stored(first.passport);
  expect(more).toEqual([]);
  const link = page.getByRole('link', { name: 'Open the application' });
  expect(await link.getAttribute('href')).toBe(`/userView?id=${_id}`);

  const person = somebody();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await page.keyboard.type(person.surname);
  await page.keyboard.press('Enter');
  await page.keyboard.type(person.givenN);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => active(page)).toBe('dob');
  await page.keyboard.type('31/01/1990');
  await page.keyboard.press('Enter');
  await page.keyboard.type(person.birthCity);
  await page.keyboard.press('Tab');
  await page.keyboard.type('bangladeshi');
  await page.getByRole('option', { name: 'Bangladesh' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.inputValue('#currentN')).toBe('Bangladesh');
  await expect.poll(() => active(page)).toBe('currentN');
  for (const value of [person.identification, person.nationalId]) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(value);
  }
  const { company, dutyDuration, salary, passport, phone, email } = person;
  // Any text is allowed as a country.
  await fillForm(page, { company, dutyDuration, jobTitle: 'Electrician', salary, passport, issuedCountry: 'Bangla' });
  await fillForm(page, { phone, email });
  // Leaving the passport or e-mail field looks it up at once; nothing is saved.
  expect(sent.filter((path) => path !== '/api/application/taken')).toEqual([]);
  await another.click();
  await expect.poll(() => problems(page)).toEqual(['Please choose a photo.']);
  await choosePhoto(page);
  await page.locator('#surname').press('Control+Enter');
  await page.waitForURL('**/application');
  const [added] = await stored(person.passport);
  expect(added).toMatchObject({ sex: 'Female', jobTitle: 'Electrician', dob: '1990-01-31', currentN: 'Bangladesh' });
  expect(added?.issuedCountry).toBe('Bangla');
});

test('each failure of the server is shown and nothing typed is lost; a slow upload shows its progress, can be cancelled, and tried again', async () => {
  const staff = await product.staff('admin');
  const { page, context } = await product.openPage({ as: staff, at: addPath, ...desktop });
  const typed = somebody();
  await fillForm(page, typed);
  await choosePhoto(page);
  const call = '**/addApplication';
  const failures: [expected: string[], answer: { status: number; body: string } | null][] = [
    [
      [
        'Failed to add application. Server responded with status: 503',
        'The service is busy. Please try again in a moment.',
      ],
      { status: 503, body: JSON.stringify({ code: 'overloaded', message: '' }) },
    ],
    // An answer that is not the product's.
    [['Failed to add application. Server responded with status: 502'], { status: 502, body: '<html>' }],
    [['Error adding application. Please try again.', texts.noAnswer], null],
  ];
  for (const [expected, answer] of failures) {
    await page.route(call, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await save(page);
    await expect.poll(() => problems(page)).toEqual(expected);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    await page.unroute(call);
  }

  const photo = await photoFile();
  await page.setInputFiles('#image', { ...photo, buffer: Buffer.concat([photo.buffer, Buffer.alloc(3_000_000)]) });
  await page
    .getByRole('status')
    .filter({ hasText: /photo\.jpg, [\d.]+ MB/ })
    .waitFor();
  const devtools = await context.newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 50_000 });
  await save(page);
  await page
    .getByText(/Sending… ([1-9]|\d\d)%/)
    .first()
    .waitFor();
  const bar = page.getByRole('progressbar');
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await page
    .getByText('Sending was cancelled. Everything you typed and chose is still here.')
    .filter({ visible: true })
    .waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Try again');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
  await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(1);
  expect(await stored(typed.passport)).toEqual([]);
  await devtools.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await staff.call('logout');
  // The check of a field that is left must not open the dialogue, which would lie over the button.
  const { email } = somebody();
  await page.fill('#email', email);
  const [checked] = await Promise.all([page.waitForResponse('**/api/application/taken'), page.keyboard.press('Tab')]);
  expect(checked.status()).toBe(401);
  await page.getByRole('button', { name: 'Try again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=password]').fill(admin.password);
  await dialog.locator('button[type=submit]').click();
  await page.waitForURL('**/application');
  const added = await stored(typed.passport);
  expect(added).toMatchObject([{ ...typed, email }]);
  expect(added[0]?.image).toMatch(/^\/api\/files\//);
});

test('a photo of another type or over the limit is refused when it is chosen, one may be dropped anywhere, and leaving asks about any input', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.locator('#surname').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/addApplication') && sent.push(request.method()));
  const dashboard = page.getByRole('link', { name: 'Dashboard' });
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await dashboard.click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goBack();
  await page.fill('#surname', 'R');
  for (const leave of [dashboard, cancel]) {
    await leave.click();
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await page.fill('#surname', '');

  const { buffer } = await photoFile();
  const refused = (text: string) => page.locator('#image-error', { hasText: text }).waitFor();
  await expect.poll(() => page.innerText('#image-rule')).toContain('JPEG, JPG or PNG, at most 10 MB.');
  const noPhoto = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 no photo') };
  await page.setInputFiles('#image', noPhoto);
  await refused('Invalid file type. Only JPEG, JPG, and PNG are allowed.');
  // The file begins like a photo but is truncated.
  await page.setInputFiles('#image', { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: buffer.subarray(0, 20) });
  await refused('This file is damaged or incomplete. Please take, scan or save it again.');
  const drop = async (longerBy: number) => {
    const dataTransfer = await page.evaluateHandle(
      ({ bytes, longerBy }) => {
        const transfer = new DataTransfer();
        const parts = [new Uint8Array(bytes), new Uint8Array(longerBy)];
        transfer.items.add(new File(parts, 'dropped.jpg', { type: 'image/jpeg' }));
        return transfer;
      },
      { bytes: [...buffer], longerBy },
    );
    await page.dispatchEvent('#salary', 'dragover', { dataTransfer });
    await page.getByText('Drop the photo here').waitFor();
    await page.dispatchEvent('#salary', 'drop', { dataTransfer });
  };
  await drop(limits.photoBytesMax);
  await refused('File size exceeds the limit of 10 MB.');
  await save(page);
  await expect.poll(() => problems(page)).toContain('File size exceeds the limit of 10 MB.');

  const preview = page.locator('img[src^="blob:"]');
  await drop(0);
  await preview.waitFor();
  expect(await preview.boundingBox()).toMatchObject({ width: 100, height: 100 });
  await expect.poll(() => errorAt(page, 'image')).toBeNull();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Remove the photo' }).click();
  await expect.poll(() => active(page)).toBe('image');
  await expect.poll(() => preview.count()).toBe(0);
  await drop(0);
  await page.getByText('dropped.jpg').waitFor();
  await cancel.click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/application');
});

/** The option of the list that a screen reader announces as the one that Enter enters. */
const announcedOption = (page: Page) =>
  page
    .locator('#currentN')
    .evaluate((field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.innerText ?? null);

test('Enter after a nationality enters the one country that is meant, and keeps a text that could mean several as typed; an unknown country is kept with a warning', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.locator('#currentN').waitFor();
  const options = page.locator('[data-combobox-option]');
  // Which country a text means in either language is known from found-countries.test.ts.
  for (const [typed, entered] of [
    ['British', 'United Kingdom'],
    ['Korean', 'Korean'],
  ] as const) {
    await page.fill('#currentN', '');
    await page.locator('#currentN').pressSequentially(`${typed}x`);
    await page.press('#currentN', 'Backspace');
    await options.first().waitFor();
    expect(await page.locator('[data-combobox-selected]').allInnerTexts()).toEqual(typed === entered ? [] : [entered]);
    // A screen reader hears which one Enter would enter.
    await expect.poll(() => announcedOption(page)).toBe(typed === entered ? null : entered);
    await page.press('#currentN', 'Enter');
    expect(await page.inputValue('#currentN')).toBe(entered);
    await page.press('#currentN', 'Escape');
    // Tab chooses nothing.
    await page.fill('#currentN', '');
    await page.fill('#currentN', typed);
    await options.first().waitFor();
    await page.press('#currentN', 'Tab');
    expect(await page.inputValue('#currentN')).toBe(typed);
  }
  // The list is opened by a change alone.
  await page.fill('#currentN', '');
  await page.fill('#currentN', 'Korean');
  await page.press('#currentN', 'ArrowDown');
  await page.press('#currentN', 'ArrowDown');
  await expect.poll(() => announcedOption(page)).toBe('South Korea');
  await page.press('#currentN', 'Enter');
  expect(await page.inputValue('#currentN')).toBe('South Korea');
  await page.fill('#currentN', '');
  await page.fill('#currentN', 'British');
  await expect.poll(() => announcedOption(page)).toBe('United Kingdom');
  await page.press('#currentN', 'ArrowDown');
  const selected = await page.locator('[data-combobox-selected]').innerText();
  await expect.poll(() => announcedOption(page)).toBe(selected);
  await page.press('#currentN', 'Escape');
  await expect.poll(() => announcedOption(page)).toBe(null);
  // A list that is only opened has nothing selected, so Enter goes on to the next field.
  await page.click('#currentN');
  await options.first().waitFor();
  await page.press('#currentN', 'Enter');
  await expect.poll(() => active(page)).toBe('identification');

  const warning = page.getByText('We do not know a country by this name.');
  await page.fill('#currentN', 'Banglor');
  await page.press('#currentN', 'Tab');
  await warning.waitFor();
  await expect.poll(() => page.inputValue('#currentN')).toBe('Banglor');
  for (const known of ['বাংলাদেশ', 'BD']) {
    await page.fill('#currentN', known);
    await page.press('#currentN', 'Tab');
    await warning.waitFor({ state: 'hidden' });
  }
  await page.click('#currentN');
  await page.fill('#currentN', '');
  await options.first().waitFor();
  await expect.poll(() => options.first().innerText()).toBe('Bangladesh');
  await save(page);
  await expect.poll(() => problems(page)).toContain('Please enter a valid current nationality');
});

test('of two photos that are dropped together the first is taken, and the page says so in either language until one is chosen alone', async () => {
  const { buffer } = await photoFile();
  for (const [language, said] of [
    ['en', 'Of the 2 files only this one was taken, since an application has one photo.'],
    ['bn', bn.photo.onlyFirst.replace('{{number}}', '২')],
  ] as const) {
    const { page } = await product.openPage({ as: 'admin', at: addPath, language, ...desktop });
    await page.locator('#surname').waitFor();
    const dataTransfer = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer();
        for (const name of ['first.jpg', 'second.jpg'])
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
        return transfer;
      },
      [...buffer],
    );
    await page.dispatchEvent('#salary', 'drop', { dataTransfer });
    const state = page.getByRole('status').filter({ hasText: 'first.jpg' });
    await state.filter({ hasText: said }).waitFor();
    await choosePhoto(page);
    await expect.poll(() => page.getByText(said).count()).toBe(0);
  }
});
