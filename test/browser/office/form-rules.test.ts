/** Every rule of an application, broken as a person would; the forms in both languages and colours. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type FormField, formFieldNames, formFields } from '../../../contract/application-form.ts';
import { errorText } from '../../../contract/errors.ts';
import applicationBn from '../../../web/texts/application.bn.json' with { type: 'json' };
import bn from '../../../web/texts/office/application-form.bn.json' with { type: 'json' };
import { expectAccessible, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, errorAt, fillForm, photoFile, problems, save, somebody } from './application-typing.ts';
import { insertedApplication } from './inserted-application.ts';
import { openScreen } from './screens.ts';

const product = openProduct();
const desktop = { viewport: { width: 1280, height: 900 } };

const surname = 'Surname must be between 3 and 31 characters long.';
const givenName = 'Given name must be between 3 and 31 characters long.';
const valid = (field: string) => `Please enter a valid ${field}`;

/** The errors of an empty form, line by line. */
const ofEmptyForm: [FormField, string][] = [
  ['surname', surname],
  ['givenN', givenName],
  ['sex', valid('sex')],
  ['dob', valid('date of birth')],
  ['birthCity', valid('birth city')],
  ['currentN', valid('current nationality')],
  ['identification', valid('identification')],
  ['nationalId', valid('national ID')],
  ['company', valid('company name')],
  ['dutyDuration', valid('duty duration')],
  ['jobTitle', valid('job title')],
  ['salary', valid('salary')],
  ['passport', valid('passport')],
  ['issuedCountry', valid('issued country')],
  ['phone', 'Please enter a valid phone number.'],
  ['email', 'Please enter a valid email address.'],
];

/** The heading of the error summary is in sight, above errors in that many columns. */
async function expectSummary(page: Page, { columns }: { columns: number }): Promise<void> {
  const heading = page.locator('#error-summary');
  await heading.waitFor();
  const isInSight = () =>
    heading.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 2, (top + bottom) / 2) === element;
    });
  await expect.poll(isInSight).toBe(true);
  const lefts = await heading
    .locator('xpath=..')
    .locator('li')
    .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().left)));
  expect(new Set(lefts).size).toBe(columns);
}

test('an empty form shows the error of every field, at the field and in the order of the form, and sends nothing; the summary is in sight', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, viewport: { width: 1366, height: 768 } });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.locator('#surname').waitFor();
  await save(page);
  await expect.poll(() => problems(page)).toEqual([...ofEmptyForm.map(([, text]) => text), 'Please choose a photo.']);
  await expectSummary(page, { columns: 2 });
  await expectAccessible(page);
  const fields = [...formFieldNames, 'image'];
  const errors = await page.evaluate(
    (ids) => ids.map((id) => document.getElementById(`${id}-error`)?.innerText),
    fields,
  );
  expect(errors).toEqual([...ofEmptyForm.map(([, text]) => text), 'Please choose a photo.']);
  for (const name of ['surname', 'sex', 'image']) {
    await page.click(`[role=alert] a[href="#${name}"]`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(name);
  }
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await page.setViewportSize({ width: 390, height: 844 });
  await save(page);
  await expectSummary(page, { columns: 1 });
  expect(sent).toEqual([]);
  await page.click('[role=alert] a[href="#passport"]');
  await page.keyboard.type('EB 1234567');
  await expect.poll(() => page.inputValue('#passport')).toBe('EB 1234567');
  await expect.poll(() => errorAt(page, 'passport')).toBeNull();
});

/** Of the others it is known from server/applications/applications.test.ts that they are refused. */
const mistyped: [FormField, string, string][] = [
  ['surname', '  Li  ', surname],
  ['dob', '31/02/1990', valid('date of birth')],
  ['phone', '+8801712345678', 'Please enter a valid phone number.'],
];

test('invalid input is refused in the words of the specification, stays as typed and is associated with its error and its section', async () => {
  const taken = await insertedApplication(product);
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const right = somebody();
  // The fields and the photo.
  const all = formFieldNames.length + 1;
  const mark = (section: string) =>
    page.getByRole('navigation', { name: 'Sections of the form' }).getByRole('link', { name: section });
  const isComplete = (section: string) => mark(section).getByLabel('complete').count();
  await page.getByText(`0 of ${all} filled in`).first().waitFor();
  const { passport, issuedCountry, phone, email, ...others } = right;
  await fillForm(page, { passport, issuedCountry, phone });
  await page.getByText(`3 of ${all} filled in`).first().waitFor();
  expect(await mark('C.').innerText()).not.toContain('/');
  await expect.poll(() => mark('D.').innerText()).toContain('1/2');
  await mark('B.').click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('company');
  await fillForm(page, { ...others, email: 'nobody' });
  for (const section of ['A.', 'B.', 'C.']) await expect.poll(() => isComplete(section)).toBe(1);
  expect(await isComplete('D.')).toBe(0);
  await save(page);
  for (const section of ['D.', 'Photo']) await expect.poll(() => mark(section).innerText()).toContain('1 to correct');
  await page.fill('#email', email);
  await expect.poll(() => isComplete('D.')).toBe(1);
  await choosePhoto(page);
  await expect.poll(() => isComplete('Photo')).toBe(1);

  for (const [name, value, text] of mistyped) {
    await page.fill(`#${name}`, value);
    await save(page);
    await expect.poll(async () => ({ value, problems: await problems(page) })).toEqual({ value, problems: [text] });
    await expect.poll(() => page.inputValue(`#${name}`)).toBe(value);
    await expect.poll(() => errorAt(page, name)).toBe(text);
    await expect.poll(() => page.getAttribute(`#${name}`, 'aria-invalid')).toBe('true');
    await expect.poll(() => page.getAttribute(`#${name}`, 'aria-describedby')).toContain(`${name}-error`);
    await page.fill(`#${name}`, right[name]);
    await expect.poll(() => errorAt(page, name)).toBeNull();
  }

  await fillForm(page, { passport: taken.passport.toLowerCase(), email: taken.email });
  await save(page);
  const passportTaken = 'User passport already exists. Please try another passport.';
  const emailTaken = 'User email already exists. Please try another email.';
  await expect.poll(() => problems(page)).toEqual([passportTaken, emailTaken]);
  // With a link to the other application, which comes a moment later.
  await expect.poll(() => errorAt(page, 'passport')).toBe(`${passportTaken} Open that application`);
  await expect.poll(() => errorAt(page, 'email')).toBe(`${emailTaken} Open that application`);
  await fillForm(page, { passport, email });
  await save(page);
  await page.waitForURL('**/application');
});

const onPhone = { viewport: { width: 360, height: 800 }, language: 'bn', colorScheme: 'dark' } as const;

test('on a phone, in Bangla and in the dark axe finds nothing and nothing sticks out, and every text is in Bangla', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...onPhone });
  await page.locator('#surname').waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
  await page.getByRole('heading', { level: 1, name: bn.addTitle }).waitFor();
  await page.getByRole('button', { name: bn.save, exact: true }).click();
  await page.locator('#error-summary').waitFor();
  await page.getByRole('link', { name: errorText('invalid_phone', 'bn') }).waitFor();
  await page.getByRole('heading', { name: applicationBn.section.A }).waitFor();
  await page.click('#currentN');
  await page.keyboard.type('B');
  await page.locator('[role=option]').first().waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
});

test('in Bangla what is chosen from a list is shown in Bangla everywhere and stored in English, a file has its size in Bangla, and the choice between two versions fits a phone', async () => {
  const application = await insertedApplication(product, { sex: 'Male', jobTitle: 'Cook' });
  const at = `/editApplication?id=${application._id}`;
  const { page } = await product.openPage({ as: 'admin', at, ...onPhone });
  const photo = await photoFile();
  const size = page.locator('#image ~ [role=status]');
  const large = Buffer.concat([photo.buffer, Buffer.alloc(1.5 * 1024 * 1024)]);
  await page.setInputFiles('#image', { ...photo, buffer: large });
  await expect.poll(() => size.innerText()).toBe('photo.jpg, ১.৫ এমবি');
  await page.setInputFiles('#image', photo);
  await expect.poll(() => size.innerText()).toMatch(/^photo\.jpg, [০-৯]+ কেবি$/);
  const company = 'A company with a name that has no end, and no space: '.padEnd(120, 'x');
  await fillForm(page, { sex: 'Female', jobTitle: 'Plumber', company });
  const offered = Object.entries(applicationBn.jobTitle).filter(([title]) => title !== 'Welder');
  await expect
    .poll(() => page.locator('#jobTitle option').allInnerTexts())
    .toEqual([bn.choose, ...offered.map(([, label]) => label)]);
  const staff = await product.staff();
  const form = new FormData();
  form.append('jobTitle', 'Cleaner');
  form.append('company', 'Another company');
  form.append('salary', '1');
  await staff.call('updateApplication', { params: { id: application._id }, form });
  await page.locator('button[type=submit]').last().click();
  await page.locator('#conflict').waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
  const { sex, jobTitle } = applicationBn;
  for (const [label, theirs, mine] of [
    [formFields.sex.label.bn, sex.Male, sex.Female],
    [formFields.jobTitle.label.bn, jobTitle.Cleaner, jobTitle.Plumber],
  ] as const) {
    await expect
      .poll(() => page.getByRole('group', { name: label }).locator('label').allInnerTexts())
      .toEqual([`${bn.conflict.theirs}\n${theirs}`, `${bn.conflict.mine}\n${mine}`]);
  }
  await page.getByRole('button', { name: bn.conflict.saveAgain }).click();
  await page.waitForURL('**/userView?id=*');
  const fact = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').innerText();
  await expect.poll(() => fact(formFields.sex.label.bn)).toBe(sex.Female);
  await expect.poll(() => fact(formFields.jobTitle.label.bn)).toBe(jobTitle.Plumber);
  await openScreen(page, '/dashboard');
  const listed = page.locator('section[aria-labelledby=latest] li').filter({ hasText: application.passport });
  await expect.poll(() => listed.innerText()).toContain(`${jobTitle.Plumber}, ${company}`);
  await listed.locator('summary').click();
  const details = listed.locator('dd');
  await expect.poll(() => details.allInnerTexts()).toEqual(expect.arrayContaining([sex.Female, jobTitle.Plumber]));
  const stored = await staff.call('application', { params: { id: application._id } });
  expect(stored.ok && stored.data).toMatchObject({ sex: 'Female', jobTitle: 'Plumber' });
});
