/** Every rule of an application, broken as a person would break it, with the text that the specification gives it. */
import { expect, test } from 'vitest';
import type { FormField } from '../../../contract/application-form.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, errorAt, photoFile, problems, save, somebody, type } from './application-typing.ts';

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

test('a section is marked as complete once all its fields are filled and valid, and says how many have errors', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await type(page, somebody({ email: 'nobody' }));
  const mark = (section: string) =>
    page.getByRole('navigation', { name: 'Sections of the form' }).getByRole('link', { name: section });
  const isComplete = (section: string) => mark(section).getByLabel('complete').count();
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

const mistyped: [FormField, string[], string][] = [
  ['surname', ['Li', '  Li  ', 'A very long surname of 32 letters'], surname],
  ['givenN', ['Al', 'ab ', 'A given name that has 32 letters'], givenName],
  ['dob', ['31/02/1990', '1990-13-01', '31/01/90', 'last year', '2099-01-01', '1890-01-01'], valid('date of birth')],
  ['birthCity', ['   '], valid('birth city')],
  ['passport', [' - '], valid('passport')],
  ['phone', ['+8801712345678', '01712-345678', '01712 345678', 'none'], 'Please enter a valid phone number.'],
  ['email', ['rahim', 'rahim@mail', 'rahim @mail.com', '@mail.com'], 'Please enter a valid email address.'],
];

test('invalid input is refused in the words of the specification, stays as typed and is associated with its error', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const right = somebody();
  await type(page, right);
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

test('a birth date may be typed and pasted in the ways people write it, and is put in order when one leaves the field', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.locator('#dob').waitFor();
  for (const typed of ['1990-01-31', '31/01/1990', '৩১/০১/১৯৯০', '31.1.1990', '31 January 1990', '31011990']) {
    await page.fill('#dob', typed);
    await page.press('#dob', 'Tab');
    await expect
      .poll(async () => ({ typed, date: await page.inputValue('#dob') }))
      .toEqual({ typed, date: '1990-01-31' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('birthCity');
  }
  await page.fill('#dob', '31/02/1990');
  await page.press('#dob', 'Tab');
  await expect.poll(() => page.inputValue('#dob')).toBe('31/02/1990');
});

test('a photo of another type or over the limit is refused when it is chosen, and nothing else is lost', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const typed = somebody();
  await type(page, typed);
  await expect.poll(() => page.innerText('#image-rule')).toContain('JPEG, JPG or PNG, at most 10 MB.');
  const type_ = 'Invalid file type. Only JPEG, JPG, and PNG are allowed.';
  const damaged = 'This file is damaged or not complete. Please take, scan or save it again.';
  const { buffer } = await photoFile();
  for (const [file, text] of [
    [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 no photo') }, type_],
    [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }, type_],
    [{ name: 'photo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, type_],
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
  await page.setInputFiles('#image', await photoFile());
  await page.locator('img[src^="blob:"]').waitFor();
  await expect.poll(() => errorAt(page, 'image')).toBeNull();
  await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
});

test('a chosen photo is shown at 100 by 100 before anything is sent', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.locator('#surname').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await choosePhoto(page);
  expect(await page.locator('img[src^="blob:"]').boundingBox()).toMatchObject({ width: 100, height: 100 });
  expect(sent).toEqual([]);
});

test.each<[string, { status: number; body: string } | null, string[]]>([
  [
    'an answer that names no field',
    { status: 503, body: JSON.stringify({ code: 'overloaded', message: '' }) },
    [
      'Failed to add application. Server responded with status: 503',
      'The service is busy. Please try again in a moment.',
    ],
  ],
  [
    'an answer that is not ours',
    { status: 502, body: '<html>' },
    ['Failed to add application. Server responded with status: 502'],
  ],
  [
    'too many pixels',
    {
      status: 413,
      body: JSON.stringify({ code: 'too_many_pixels', message: '', errorCodes: { image: 'too_many_pixels' } }),
    },
    ['The image has more than 50 megapixels.'],
  ],
  ['no answer', null, ['Error adding application. Please try again.']],
])('%s is told in the words of the specification, and the next try saves what was kept', async (_, answer, texts) => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const typed = somebody();
  await type(page, typed);
  await choosePhoto(page);
  await page.route('**/addApplication', (route) => (answer ? route.fulfill(answer) : route.abort()));
  await save(page);
  await expect.poll(() => problems(page)).toEqual(texts);
  await expect.poll(() => page.inputValue('#email')).toBe(typed.email);
  await page.unroute('**/addApplication');
  await save(page);
  await page.waitForURL('**/application');
});

test('a taken passport and a taken e-mail are errors of their fields', async () => {
  const taken = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await type(page, somebody({ passport: taken.passport.toLowerCase(), email: taken.email }));
  await choosePhoto(page);
  await save(page);
  const passport = 'User passport already exists. Please try another passport.';
  const email = 'User email already exists. Please try another email.';
  await expect.poll(() => problems(page)).toEqual([passport, email]);
  // With a link to the other application, which comes a moment later.
  await expect.poll(() => errorAt(page, 'passport')).toBe(`${passport} Open that application`);
  await expect.poll(() => errorAt(page, 'email')).toBe(`${email} Open that application`);
  await type(page, { passport: somebody().passport, email: somebody().email });
  await save(page);
  await page.waitForURL('**/application');
});
