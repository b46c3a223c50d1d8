/** Editing an application: the way back to the previous screen, and two people editing one record. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import texts from '../../../web/texts/office/application-form.en.json' with { type: 'json' };
import { expectAccessible, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { choosePhoto, errorAt, fillForm, loseFiles, photoFile, problems, save } from './application-typing.ts';
import { insertedApplication } from './inserted-application.ts';
import { openScreen, rendered } from './screens.ts';

const product = openProduct();
const desktop = { viewport: { width: 1440, height: 900 } };
const pathOf = ({ _id }: Pick<Application, '_id'>) => `/editApplication?id=${_id}`;

async function stored({ _id }: Pick<Application, '_id'>) {
  const staff = await product.staff('admin');
  const result = await staff.call('application', { params: { id: _id } });
  if (!result.ok) throw new Error('The record was refused.');
  return result.data;
}

test('the edit form is filled in, refuses an edit in the words of the specification, and saves only what was changed', async () => {
  // It cannot be chosen on an edit: form-rules.test.ts.
  const application = await product.addApplication({ jobTitle: 'Welder', currentN: 'Rohingya refugee' });
  const other = await insertedApplication(product);
  const { page } = await product.openPage({ as: 'admin', at: pathOf(application), ...desktop, hasEmptyCache: true });
  await page.locator('#surname').waitFor();
  await expect.poll(() => page.title()).toContain('Edit application');
  // What was typed by somebody else, or pasted, gets the hint as well as what is typed here.
  await page.getByText('We do not know a country by this name.').waitFor();
  expect(await page.title()).not.toContain(application.surname);
  for (const name of ['surname', 'givenN', 'dob', 'currentN', 'passport', 'email', 'jobTitle'] as const) {
    await expect.poll(() => page.inputValue(`#${name}`)).toBe(application[name]);
  }
  await expect.poll(() => page.locator(`input[name=sex][value=${application.sex}]`).isChecked()).toBe(true);
  await expect
    .poll(() => page.getByAltText('The stored photo').boundingBox())
    .toMatchObject({ width: 100, height: 100 });
  await fillForm(page, { company: 'Prairie Foods', sex: application.sex === 'Male' ? 'Female' : 'Male' });
  await page.route(/command-palette/, (route) => route.abort());
  await page.keyboard.press('Control+k');
  const failed = page.getByRole('dialog', { name: /^This part could not be loaded/ });
  await failed.waitFor();
  await expectAccessible(page);
  await failed.getByRole('button', { name: 'Cancel' }).click();
  await failed.waitFor({ state: 'detached' });

  const names = 'Surname and Given name must be between 3 and 31 characters long.';
  await fillForm(page, { surname: 'Li', givenN: 'Al' });
  await save(page);
  await expect.poll(() => problems(page)).toEqual([names]);
  await expect.poll(() => errorAt(page, 'surname')).toBe(names);
  await expect.poll(() => errorAt(page, 'givenN')).toBe(names);
  await fillForm(page, { surname: application.surname, givenN: application.givenN, passport: other.passport });
  await save(page);
  await expect.poll(() => problems(page)).toEqual(['User passport already exists. Please try another passport.']);
  await fillForm(page, { passport: application.passport });

  await expect.poll(() => page.innerText('#image-rule')).toContain('JPEG, JPG or PNG, at most 2 MB.');
  const { buffer } = await photoFile();
  const large = Buffer.concat([buffer, Buffer.alloc(2 * 1024 * 1024)]);
  for (const [file, text] of [
    [{ name: 'l.jpg', mimeType: 'image/jpeg', buffer: large }, 'File size exceeds the limit of 2MB.'],
    [
      { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('BM') },
      'Invalid file type. Only JPEG, JPG, and PNG are allowed.',
    ],
  ] as const) {
    await page.setInputFiles('#image', file);
    await page.locator('#image-error', { hasText: text }).waitFor();
  }
  await save(page);
  await expect.poll(() => problems(page)).toEqual(['Invalid file type. Only JPEG, JPG, and PNG are allowed.']);
  await page.getByRole('button', { name: 'Keep the stored photo' }).click();

  const call = '**/updateApplication/*';
  await page.route(call, (route) => route.fulfill({ status: 500, body: '' }));
  await save(page);
  await expect.poll(() => problems(page)).toEqual(['Failed to update application.']);
  await page.unroute(call);
  await page.route(call, (route) => route.abort());
  await save(page);
  await expect.poll(() => problems(page)).toEqual(['Error updating application. Please try again.', texts.noAnswer]);
  await page.unroute(call);

  await loseFiles(page);
  await page.setInputFiles('#image', await photoFile());
  const unreadable = 'This file could not be read. Please choose it again.';
  await page.getByRole('alert').filter({ hasText: unreadable }).waitFor();
  await expect.poll(() => errorAt(page, 'image')).toBe(unreadable);
  await save(page);
  await expect.poll(() => problems(page)).toEqual([unreadable]);
  await page.getByRole('button', { name: 'Keep the stored photo' }).click();
  await save(page);
  await page.waitForURL('**/userView?id=*');
  const after = await stored(application);
  const { surname, image } = application;
  expect(after).toMatchObject({ company: 'Prairie Foods', surname, jobTitle: 'Welder', image, version: 2 });
  expect(after.sex).not.toBe(application.sex);
});

test('a missing record is explained, a failed fetch can be tried again, and saving leads back to the previous screen', async () => {
  const application = await insertedApplication(product);
  const { page } = await product.openPage({ as: 'admin', at: `/editApplication?id=${'0'.repeat(24)}`, ...desktop });
  await page.getByRole('alert').filter({ hasText: 'Resource not found' }).waitFor();
  await openScreen(page, '/editApplication?id=12');
  await page.getByRole('alert').filter({ hasText: 'Invalid ID format.' }).waitFor();
  await page.getByRole('link', { name: 'Back to the application list' }).click();
  await page.waitForURL('**/application');
  // Without a record the list opens.
  await openScreen(page, '/editApplication');
  await page.waitForURL('**/application');
  await openScreen(page, '/application?sort=passport');
  const call = `**/api/application/${application._id}`;
  const answer = await hold(page, call, (route) => route.abort());
  await openScreen(page, '/editApplication', { id: application._id });
  await page.getByRole('status', { name: 'Loading the application…' }).waitFor();
  answer();
  await page.getByText('No response from the server. Please check your connection.').waitFor();
  await page.unroute(call);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('#company').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe(`?id=${application._id}`);
  await page.fill('#company', 'Lakeside Farms');
  await save(page);
  await page.waitForURL('**/application?sort=passport');
  expect((await stored(application)).company).toBe('Lakeside Farms');
});

/** Changes the application as the super admin. */
const changedBy = async (
  application: Pick<Application, '_id'>,
  fields: Record<string, string>,
  photo?: Awaited<ReturnType<typeof photoFile>>,
) => {
  const staff = await product.staff();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (photo) form.append('image', new Blob([photo.buffer], { type: photo.mimeType }), photo.name);
  await staff.call('updateApplication', { params: { id: application._id }, form });
};

const conflict = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Somebody else has changed this record in the meantime.' });

test('if two people change one record, the second sees both versions and may keep their own, also what is typed only then, or take the other, twice if need be', async () => {
  const application = await insertedApplication(product, { company: 'Old Farm', salary: '20 an hour' });
  const { page } = await product.openPage({ as: 'admin', at: pathOf(application), ...desktop });
  await fillForm(page, { company: 'Second Farm', birthCity: 'Sylhet Sadar' });
  await choosePhoto(page, 30);
  await changedBy(application, { company: 'First Farm', salary: '21 an hour' });
  await save(page);
  await conflict(page).waitFor();
  await expectAccessible(page);
  await expect.poll(() => conflict(page).evaluate((element) => element === document.activeElement)).toBe(true);
  const company = page.getByRole('group', { name: 'Company name' });
  await expect
    .poll(() => company.locator('label').allInnerTexts())
    .toEqual(['Theirs\nFirst Farm', 'Mine\nSecond Farm']);
  // Fields that only one person changed already have that person's value.
  await expect.poll(() => page.getByRole('group', { name: 'Salary' }).getByLabel('Theirs').isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('group', { name: 'City of birth' }).getByLabel('Mine').isChecked()).toBe(true);
  await expect.poll(() => page.inputValue('#salary')).toBe('21 an hour');
  await expect.poll(() => page.inputValue('#company')).toBe('Second Farm');
  expect((await stored(application)).company).toBe('First Farm');
  await fillForm(page, { company: 'Third Farm' });
  await page.getByRole('button', { name: 'Keep all mine' }).click();
  await expect.poll(() => page.inputValue('#salary')).toBe('20 an hour');
  expect(await page.inputValue('#company')).toBe('Third Farm');
  await company.getByLabel('Theirs').check();
  await expect.poll(() => page.inputValue('#company')).toBe('First Farm');
  await expect.poll(() => company.locator('label').allInnerTexts()).toEqual(['Theirs\nFirst Farm', 'Mine\nThird Farm']);
  await company.getByLabel('Mine').check();
  await expect.poll(() => page.inputValue('#company')).toBe('Third Farm');
  await page.getByRole('group', { name: 'Salary' }).getByLabel('Theirs').check();
  await changedBy(application, { dutyDuration: '10 hours' });
  await fillForm(page, { dutyDuration: '9 hours' });
  await page.getByRole('button', { name: 'Save again' }).click();
  const duration = page.getByRole('group', { name: 'Duty duration' });
  await duration.getByText('10 hours').waitFor();
  await expect.poll(() => page.getByRole('group', { name: 'Salary' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Use all theirs' }).click();
  await expect.poll(() => page.inputValue('#company')).toBe('First Farm');
  await fillForm(page, { company: 'Second Farm' });
  await page.getByRole('button', { name: 'Save again' }).click();
  await page.waitForURL('**/userView?id=*');
  const after = await stored(application);
  expect(after).toMatchObject({ company: 'Second Farm', salary: '21 an hour', dutyDuration: '10 hours' });
  // Nobody else changed the photo.
  expect(after.image).toMatch(/^\/api\/files\//);
});

test('after a conflict about the photo the newest own photo comes back, whether it was chosen beside the own one or theirs', async () => {
  const application = await insertedApplication(product);
  const { page } = await product.openPage({ as: 'admin', at: pathOf(application), ...desktop });
  const chosen = (name: string) => page.getByRole('status').filter({ hasText: `${name}, ` });
  const choose = async (red: number, name: string) => {
    await page.setInputFiles('#image', await photoFile(red, name));
    await chosen(name).waitFor();
  };
  await page.locator('#surname').waitFor();
  await choose(30, 'first.jpg');
  await changedBy(application, {}, await photoFile(90));
  await save(page);
  const photo = conflict(page).getByRole('group', { name: 'Photo' });
  await photo.getByText('first.jpg').waitFor();
  for (const [red, name] of [
    [60, 'second.jpg'],
    [120, 'third.jpg'],
  ] as const) {
    await choose(red, name);
    if (name === 'second.jpg') await photo.getByLabel('Theirs').check();
    if (name === 'second.jpg') await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(0);
    await photo.getByLabel('Mine').check();
    await chosen(name).waitFor();
    await photo.getByText(name).waitFor();
    await photo.getByLabel('Theirs').check();
    await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBe(0);
  }
});

test('leaving after a conflict asks only if own changes remain; a decision made in the meantime is shown, with nothing to choose', async () => {
  const application = await insertedApplication(product, { company: 'Old Farm' });
  const { page } = await product.openPage({ as: 'admin', at: pathOf(application), ...desktop });
  await fillForm(page, { company: 'My Farm', dutyDuration: '9 hours' });
  await changedBy(application, { company: 'Their Farm' });
  await save(page);
  await conflict(page).waitFor();
  await page.getByRole('group', { name: 'Company name' }).getByLabel('Theirs').check();
  const leave = page.getByRole('button', { name: 'Cancel', exact: true });
  await leave.click();
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.inputValue('#dutyDuration')).toBe('9 hours');
  await page.fill('#dutyDuration', application.dutyDuration);
  await leave.click();
  await page.waitForURL('**/userView?id=*');

  await openScreen(page, pathOf(application));
  await expect.poll(() => page.inputValue('#company')).toBe('Their Farm');
  const staff = await product.staff();
  await staff.call('approve', { params: { id: application._id }, json: {} });
  await save(page);
  await conflict(page).getByText('Approved').waitFor();
  await page.getByRole('button', { name: 'Save again' }).click();
  await page.waitForURL('**/userView?id=*');
  expect((await stored(application)).isStatus).toBe('Approved');
});

test('what is typed stays when a call that was sent before the form was opened loads the record again in vain', async () => {
  const application = await insertedApplication(product, { company: 'Old Farm' });
  const { _id: id } = application;
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${id}`, ...desktop });
  const release = await hold(page, '**/application/assign');
  const sent = page.waitForRequest('**/application/assign');
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await sent;
  await page.keyboard.press('e');
  await page.waitForURL(`**${pathOf(application)}`);
  await page.locator('#company').waitFor();
  await page.fill('#company', 'New Farm');
  const call = `**/api/application/${id}`;
  await page.route(call, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/api/application/${id}`));
  release();
  await failed;
  await rendered(page);
  expect(await page.inputValue('#company')).toBe('New Farm');
  await page.unroute(call);
  await save(page);
  await page.waitForURL('**/userView?id=*');
  expect((await stored(application)).company).toBe('New Farm');
});
