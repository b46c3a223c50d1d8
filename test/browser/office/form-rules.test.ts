/** Every rule of an application, broken as a person would, with the text of the specification. */
import { expect, test } from 'vitest';
import { type FormField, formFieldNames } from '../../../contract/application-form.ts';
import texts from '../../../web/texts/office/application-form.en.json' with { type: 'json' };
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, errorAt, fillForm, photoFile, problems, save, somebody } from './application-typing.ts';

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
  for (const [name, text] of [...ofEmptyForm, ['image', 'Please choose a photo.'] as const]) {
    await expect.poll(() => errorAt(page, name)).toBe(text);
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

/** One or two of each; server/applications/applications.test.ts has the others. */
const mistyped: [FormField, string[], string][] = [
  ['surname', ['  Li  ', 'A very long surname of 32 letters'], surname],
  ['givenN', ['ab '], givenName],
  ['dob', ['31/02/1990', '2099-01-01'], valid('date of birth')],
  ['birthCity', ['   '], valid('birth city')],
  ['passport', [' - '], valid('passport')],
  ['phone', ['+8801712345678'], 'Please enter a valid phone number.'],
  ['email', ['rahim@mail'], 'Please enter a valid email address.'],
];

test('invalid input is refused in the words of the specification, stays as typed and is associated with its error', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const right = somebody();
  await fillForm(page, right);
  await choosePhoto(page);
  for (const [name, values, text] of mistyped) {
    for (const value of values) {
      await page.fill(`#${name}`, value);
      await save(page);
      await expect.poll(async () => ({ value, problems: await problems(page) })).toEqual({ value, problems: [text] });
      await expect.poll(() => page.inputValue(`#${name}`)).toBe(value);
    }
    await expect.poll(() => errorAt(page, name)).toBe(text);
    await expect.poll(() => page.getAttribute(`#${name}`, 'aria-invalid')).toBe('true');
    await expect.poll(() => page.getAttribute(`#${name}`, 'aria-describedby')).toContain(`${name}-error`);
    await page.fill(`#${name}`, right[name]);
    await expect.poll(() => errorAt(page, name)).toBeNull();
  }
});

test('a photo of another type or over the limit is refused when it is chosen, another is shown at 100 by 100 before anything is sent, and nothing typed is lost', async () => {
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
    [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }, wrongType],
    [{ name: 'photo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, wrongType],
    // The file begins like a photo but is truncated.
    [{ name: 'cut.jpg', mimeType: 'image/jpeg', buffer: buffer.subarray(0, 20) }, damaged],
    [
      { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.concat([buffer, Buffer.alloc(10 * megabyte)]) },
      'File size exceeds the limit of 10 MB.',
    ],
  ] as const) {
    await page.setInputFiles('#image', file);
    await page.locator('#image-error', { hasText: text }).waitFor();
    await save(page);
    await expect.poll(() => problems(page)).toEqual([text]);
  }
  await choosePhoto(page);
  expect(await page.locator('img[src^="blob:"]').boundingBox()).toMatchObject({ width: 100, height: 100 });
  await expect.poll(() => errorAt(page, 'image')).toBeNull();
  await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
  expect(sent).toEqual([]);
});

test('each failure of the server is shown in the words of the specification, and the next try saves what was typed', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
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
    [
      ['The image has more than 50 megapixels.'],
      {
        status: 413,
        body: JSON.stringify({ code: 'too_many_pixels', message: '', errorCodes: { image: 'too_many_pixels' } }),
      },
    ],
    [['Error adding application. Please try again.', texts.noAnswer], null],
  ];
  for (const [expected, answer] of failures) {
    await page.route(call, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await save(page);
    await expect.poll(() => problems(page)).toEqual(expected);
    await expect.poll(() => page.inputValue('#email')).toBe(typed.email);
    await page.unroute(call);
  }
  await save(page);
  await page.waitForURL('**/application');
});

test('a taken passport and a taken e-mail are errors of their fields', async () => {
  const taken = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await fillForm(page, somebody({ passport: taken.passport.toLowerCase(), email: taken.email }));
  await choosePhoto(page);
  await save(page);
  const passport = 'User passport already exists. Please try another passport.';
  const email = 'User email already exists. Please try another email.';
  await expect.poll(() => problems(page)).toEqual([passport, email]);
  // With a link to the other application, which comes a moment later.
  await expect.poll(() => errorAt(page, 'passport')).toBe(`${passport} Open that application`);
  await expect.poll(() => errorAt(page, 'email')).toBe(`${email} Open that application`);
  await fillForm(page, { passport: somebody().passport, email: somebody().email });
  await save(page);
  await page.waitForURL('**/application');
});
