/** Every rule of an application, broken as a person would; the forms in both languages and colours. */
import { expect, test } from 'vitest';
import { type FormField, formFieldNames, formFields } from '../../../contract/application-form.ts';
import { errorText } from '../../../contract/errors.ts';
import applicationBn from '../../../web/texts/application.bn.json' with { type: 'json' };
import bn from '../../../web/texts/office/application-form.bn.json' with { type: 'json' };
import texts from '../../../web/texts/office/application-form.en.json' with { type: 'json' };
import { expectAccessible, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, errorAt, fillForm, photoFile, problems, save, somebody } from './application-typing.ts';
import { openScreen } from './screens.ts';

const product = openProduct();
const desktop = { viewport: { width: 1280, height: 900 } };
const megabyte = 1024 * 1024;

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

test('an empty form shows the error of every field, at the field and in the order of the form, and sends nothing', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.locator('#surname').waitFor();
  await save(page);
  await expect.poll(() => problems(page)).toEqual([...ofEmptyForm.map(([, text]) => text), 'Please choose a photo.']);
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
  await page.click('[role=alert] a[href="#passport"]');
  await page.keyboard.type('EB 1234567');
  await expect.poll(() => page.inputValue('#passport')).toBe('EB 1234567');
  await expect.poll(() => errorAt(page, 'passport')).toBeNull();
  expect(sent).toEqual([]);
});

test('filled fields are counted for each section, which is complete once all are valid, and says how many have errors', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  // The fields and the photo.
  const all = formFieldNames.length + 1;
  const mark = (section: string) =>
    page.getByRole('navigation', { name: 'Sections of the form' }).getByRole('link', { name: section });
  const isComplete = (section: string) => mark(section).getByLabel('complete').count();
  await page.getByText(`0 of ${all} filled in`).first().waitFor();
  const { passport, issuedCountry, phone, ...others } = somebody({ email: 'nobody' });
  await fillForm(page, { passport, issuedCountry, phone });
  await page.getByText(`3 of ${all} filled in`).first().waitFor();
  expect(await mark('C.').innerText()).not.toContain('/');
  await expect.poll(() => mark('D.').innerText()).toContain('1/2');
  await mark('B.').click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('company');

  await fillForm(page, others);
  for (const section of ['A.', 'B.', 'C.']) await expect.poll(() => isComplete(section)).toBe(1);
  expect(await isComplete('D.')).toBe(0);
  await save(page);
  await expect.poll(() => mark('D.').innerText()).toContain('1 to correct');
  await expect.poll(() => mark('Photo').innerText()).toContain('1 to correct');
  await page.fill('#email', 'somebody@example.org');
  await expect.poll(() => isComplete('D.')).toBe(1);
  await choosePhoto(page);
  await expect.poll(() => isComplete('Photo')).toBe(1);
});

/** Of the others it is known from server/applications/applications.test.ts that they are refused. */
const mistyped: [FormField, string, string][] = [
  ['surname', '  Li  ', surname],
  ['dob', '31/02/1990', valid('date of birth')],
  ['phone', '+8801712345678', 'Please enter a valid phone number.'],
];

test('invalid input is refused in the words of the specification, stays as typed and is associated with its error, like a taken passport or e-mail', async () => {
  const taken = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const right = somebody();
  await fillForm(page, right);
  await choosePhoto(page);
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
  const passport = 'User passport already exists. Please try another passport.';
  const email = 'User email already exists. Please try another email.';
  await expect.poll(() => problems(page)).toEqual([passport, email]);
  // With a link to the other application, which comes a moment later.
  await expect.poll(() => errorAt(page, 'passport')).toBe(`${passport} Open that application`);
  await expect.poll(() => errorAt(page, 'email')).toBe(`${email} Open that application`);
  await fillForm(page, { passport: right.passport, email: right.email });
  await save(page);
  await page.waitForURL('**/application');
});

test('a photo of another type or over the limit is refused when it is chosen, and each failure of the server is shown; nothing typed is lost, and the next try saves it', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const typed = somebody();
  await fillForm(page, typed);
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/addApplication') && sent.push(request.method()));
  await expect.poll(() => page.innerText('#image-rule')).toContain('JPEG, JPG or PNG, at most 10 MB.');
  const wrongType = 'Invalid file type. Only JPEG, JPG, and PNG are allowed.';
  const damaged = 'This file is damaged or incomplete. Please take, scan or save it again.';
  const { buffer } = await photoFile();
  for (const [file, text] of [
    [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 no photo') }, wrongType],
    // The file begins like a photo but is truncated.
    [{ name: 'cut.jpg', mimeType: 'image/jpeg', buffer: buffer.subarray(0, 20) }, damaged],
    [
      { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.concat([buffer, Buffer.alloc(10 * megabyte)]) },
      'File size exceeds the limit of 10 MB.',
    ],
  ] as const) {
    await page.setInputFiles('#image', file);
    await page.locator('#image-error', { hasText: text }).waitFor();
  }
  await save(page);
  await expect.poll(() => problems(page)).toEqual(['File size exceeds the limit of 10 MB.']);
  await choosePhoto(page);
  expect(await page.locator('img[src^="blob:"]').boundingBox()).toMatchObject({ width: 100, height: 100 });
  await expect.poll(() => errorAt(page, 'image')).toBeNull();
  expect(sent).toEqual([]);

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
  await save(page);
  await page.waitForURL('**/application');
});

const onPhone = { viewport: { width: 360, height: 800 }, language: 'bn', colorScheme: 'dark' } as const;

test('on a phone, in Bangla and in the dark axe finds nothing and nothing sticks out, every text is in Bangla, and Bangla digits are stored as ASCII', async () => {
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

  const typed = somebody({ dob: '৩১/০১/১৯৯০', nationalId: '১২৩৪৫৬৭৮৯০', currentN: 'বাংলাদেশ' });
  await fillForm(page, typed);
  await choosePhoto(page);
  await page.getByRole('button', { name: bn.save, exact: true }).click();
  await page.waitForURL('**/application');
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'যোগ হয়েছে।' });
  await notice.getByRole('link', { name: 'আবেদনটি খুলুন' }).waitFor();
  const staff = await product.staff();
  const found = await staff.call('applications', { query: { search: typed.passport } });
  expect(found.ok && found.data.applications).toMatchObject([
    { dob: '1990-01-31', nationalId: '1234567890', currentN: 'বাংলাদেশ' },
  ]);
});

test('the heading of the error summary is in sight, above two columns of errors on a desk and one on a phone', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath });
  const heading = page.locator('#error-summary');
  for (const { width, height, columns } of [
    { width: 1366, height: 768, columns: 2 },
    { width: 390, height: 844, columns: 1 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await heading.waitFor();
    const isInSight = () =>
      heading.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 2, (top + bottom) / 2) === element;
      });
    await expect.poll(isInSight).toBe(true);
    const lefts = heading
      .locator('xpath=..')
      .locator('li')
      .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().left)));
    expect(new Set(await lefts).size).toBe(columns);
  }
});

test('in Bangla what is chosen from a list is shown in Bangla everywhere and stored in English, a file has its size in Bangla, and the choice between two versions fits a phone', async () => {
  const application = await product.addApplication({ sex: 'Male', jobTitle: 'Cook' });
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
