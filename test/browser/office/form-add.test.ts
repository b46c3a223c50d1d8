/** Adding an application, as by a clerk who adds forty a day. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { jobTitles } from '../../../contract/application-form.ts';
import { admin } from '../../product.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, fillForm, photoFile, problems, save, somebody } from './application-typing.ts';

const product = openProduct();
const desktop = { viewport: { width: 1440, height: 900 } };

const active = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function stored(passport: string) {
  const staff = await product.staff('admin');
  const result = await staff.call('applications', { query: { search: passport } });
  if (!result.ok) throw new Error('The list was refused.');
  return result.data.applications;
}

test('a filled form with a photo, saved by two quick clicks, becomes one application, the newest of the list, which links to it until the user moves on', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.getByRole('heading', { level: 1, name: 'Visa Application Form' }).waitFor();
  await expect.poll(() => page.title()).toContain('Visa Application Form');
  await expect
    .poll(() => page.locator('fieldset h2').allInnerTexts())
    .toEqual(['A. Personal Particulars', 'B. Company Details', 'C. Passport Details', 'D. Contact Details', 'Photo']);
  await expect.poll(() => page.locator('#jobTitle option').allInnerTexts()).toEqual(['Please choose', ...jobTitles]);
  await expect.poll(() => page.locator('[role=radiogroup] label').allInnerTexts()).toEqual(['Male', 'Female']);
  const typed = somebody({ dob: '31/01/1990', phone: '০১৭১২৩৪৫৬৭৮' });
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
  expect(added).toMatchObject({ ...typed, dob: '1990-01-31', phone: '01712345678', isStatus: 'Pending' });
  expect(added?.image).toMatch(/^\/api\/files\//);

  const text = `${typed.givenN} ${typed.surname} was added.`;
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: text });
  await notice.getByRole('link', { name: 'Open the application' }).click();
  await page.waitForURL('**/userView?id=*');
  await page.getByText(typed.passport).first().waitFor();
  await page.getByRole('complementary').locator('a[href$="/application"]').click();
  await page.waitForURL('**/application');
  await page.getByText(typed.passport).first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

test('Enter moves to the next field, an open list handles it first, and Ctrl and Enter save this application only, also after “Save and add another” was refused', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.locator('#surname').waitFor();
  await expect.poll(() => active(page)).toBe('surname');
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
  await page.getByRole('button', { name: 'Save and add another' }).click();
  await expect.poll(() => problems(page)).toEqual(['Please choose a photo.']);
  await choosePhoto(page);
  await page.locator('#surname').press('Control+Enter');
  await page.waitForURL('**/application');
  const [added] = await stored(person.passport);
  expect(added).toMatchObject({ sex: 'Female', jobTitle: 'Electrician', dob: '1990-01-31', currentN: 'Bangladesh' });
  expect(added?.issuedCountry).toBe('Bangla');
});

test('“Save and add another” saves, names the applicant, and opens an empty form', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  for (const typed of [somebody(), somebody()]) {
    await fillForm(page, typed);
    await choosePhoto(page);
    await page.getByRole('button', { name: 'Save and add another' }).click();
    const text = `${typed.givenN} ${typed.surname} was added. The form is ready for the next applicant.`;
    await page.getByRole('status').filter({ hasText: text }).waitFor();
    await expect.poll(() => page.inputValue('#surname')).toBe('');
    await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(0);
    await expect.poll(() => active(page)).toBe('surname');
    expect(await stored(typed.passport)).toHaveLength(1);
  }
  await page.getByRole('link', { name: 'Open the application' }).click();
  await page.waitForURL('**/userView?id=*');
});

test('a slow upload shows its progress, can be cancelled with everything kept, and tried again, also after the session has ended, which asks for the password in place', async () => {
  const staff = await product.staff('admin');
  const { page, context } = await product.openPage({ as: staff, at: addPath, ...desktop });
  const typed = somebody();
  await fillForm(page, typed);
  const photo = await photoFile();
  await page.setInputFiles('#image', { ...photo, buffer: Buffer.concat([photo.buffer, Buffer.alloc(3_000_000)]) });
  await page.locator('img[src^="blob:"]').waitFor();
  const devtools = await context.newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 200_000 });
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

test('a photo dropped anywhere on the page is accepted; leaving asks even for it or a single letter, but not for an untouched form', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.locator('#surname').waitFor();
  const dashboard = page.getByRole('link', { name: 'Dashboard' });
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await dashboard.click();
  await page.waitForURL('**/dashboard');
  await page.goBack();
  await page.fill('#surname', 'R');
  for (const leave of [dashboard, cancel]) {
    await leave.click();
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await page.fill('#surname', '');
  const { buffer } = await photoFile();
  const files = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }));
      return transfer;
    },
    [...buffer],
  );
  await page.dispatchEvent('#salary', 'dragover', { dataTransfer: files });
  await page.getByText('Drop the photo here').waitFor();
  await page.dispatchEvent('#salary', 'drop', { dataTransfer: files });
  await page.getByText('dropped.jpg').waitFor();
  await page.locator('img[src^="blob:"]').waitFor();
  await cancel.click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/application');
});

test('a chosen photo can be removed, and an unknown country is kept with a warning', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Remove the photo' }).click();
  await expect.poll(() => active(page)).toBe('image');
  await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(0);

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
  await page.locator('[role=option]').first().waitFor();
  await expect.poll(() => page.locator('[role=option]').first().innerText()).toBe('Bangladesh');
  await save(page);
  await expect.poll(() => problems(page)).toContain('Please enter a valid current nationality');
});

const nationalities = [
  ['en', 'American', 'United States'],
  ['en', 'British', 'United Kingdom'],
  ['en', 'Banglad', 'Bangladesh'],
  ['en', 'Korean', 'Korean'],
  ['en', 'Brit', 'Brit'],
  ['bn', 'Indian', 'ভারত'],
  ['bn', 'French', 'ফ্রান্স'],
  ['bn', 'আমেরিকান', 'মার্কিন যুক্তরাষ্ট্র'],
  ['bn', 'কোরিয়ান', 'কোরিয়ান'],
] as const;

test.each(['en', 'bn'] as const)(
  'Enter after a nationality enters the one country that is meant, and keeps a text that could mean several as typed, in %s',
  async (language) => {
    const { page } = await product.openPage({ as: 'admin', at: addPath, language, ...desktop });
    await page.locator('#currentN').waitFor();
    const options = page.locator('[data-combobox-option]');
    for (const [, typed, entered] of nationalities.filter(([each]) => each === language)) {
      await page.fill('#currentN', '');
      await page.locator('#currentN').pressSequentially(`${typed}x`);
      await page.press('#currentN', 'Backspace');
      await options.first().waitFor();
      expect(await page.locator('[data-combobox-selected]').allInnerTexts()).toEqual(
        typed === entered ? [] : [entered],
      );
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
    await page.fill('#currentN', 'Korean');
    await page.press('#currentN', 'ArrowDown');
    await page.press('#currentN', 'ArrowDown');
    await page.press('#currentN', 'Enter');
    expect(await page.inputValue('#currentN')).toBe({ en: 'South Korea', bn: 'দক্ষিণ কোরিয়া' }[language]);
    // A list that is only opened has nothing selected, so Enter goes on to the next field.
    await page.click('#currentN');
    await options.first().waitFor();
    await page.press('#currentN', 'Enter');
    await expect.poll(() => active(page)).toBe('identification');
  },
);
