/** What makes adding short: the same employer again, pasted text, and a draft that outlives its tab. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type FormField, formFieldNames } from '../../../contract/application-form.ts';
import { limits } from '../../../contract/limits.ts';
import { employerFields } from '../../../web/application/fields-and-documents.ts';
import { superAdmin } from '../../product.ts';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, fillForm, somebody } from './application-typing.ts';

const product = openProduct();
const desk = { viewport: { width: 1366, height: 768 } };

const active = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function valuesOf(page: Page): Promise<Record<FormField, string>> {
  const entries = await Promise.all(
    formFieldNames.map(async (name) => [
      name,
      name === 'sex'
        ? (await page.locator('input[name=sex]:checked').count())
          ? 'chosen'
          : ''
        : await page.inputValue(`#${name}`),
    ]),
  );
  return Object.fromEntries(entries);
}

test('another application for the same employer keeps its fields, says so, skips them and can empty them', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, language: 'bn', ...desk });
  const first = somebody({ jobTitle: 'Welder' });
  await fillForm(page, first);
  await choosePhoto(page);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/application');
  await page.locator('[aria-keyshortcuts=n]').waitFor();
  await page.keyboard.press('n');
  await page.waitForURL(`**${addPath}`);
  await expect.poll(() => active(page)).toBe('surname');
  const values = await valuesOf(page);
  for (const name of formFieldNames) expect(values[name]).toBe(employerFields.includes(name) ? first[name] : '');
  expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(first.company);

  await page.focus('#nationalId');
  await page.keyboard.press('Enter');
  await expect.poll(() => active(page)).toBe('passport');
  const notice = page.getByRole('status').filter({ hasText: 'রাখা হয়েছে' });
  await notice.getByRole('button').first().click();
  await expect.poll(() => page.inputValue('#company')).toBe('');
  await page.getByRole('button', { name: 'আবার পূরণ করুন' }).click();
  await expect.poll(() => page.inputValue('#company')).toBe(first.company);
  await expectAccessible(page);
  // Nothing was typed, so nothing is asked on leaving.
  await page.getByRole('complementary').locator('a[href$="/dashboard"]').click();
  await page.waitForURL('**/dashboard');
});

const message = (person: Record<FormField, string>) => `Dear office,
Surname: ${person.surname}
Given name: ${person.givenN}
Sex: f
Passport No: ${person.passport}
Date of birth: 12 March 1990
Mobile: +88 01712-345678
Father’s name: <b>Abdul</b>`;

test('a pasted message fills its fields on a phone, says what it filled and what it did not know, and can be undone', async () => {
  const { page, context } = await product.openPage({ as: 'admin', at: addPath, colorScheme: 'dark' });
  const person = somebody();
  await page.fill('#surname', 'KHAN');
  // The dialogue shows the recognised fields before anything is filled.
  const open = page.getByRole('button', { name: 'Paste text' });
  const dialog = page.getByRole('dialog');
  await open.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Text').fill('only a name');
  await dialog.getByText('No fields were recognised').waitFor();
  await dialog.getByLabel('Text').fill('x'.repeat(limits.pastedTextLengthMax + 1));
  await dialog.getByText('longer than 20,000 characters').waitFor();
  expect(await dialog.getByRole('button', { name: 'Fill in the form' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Text').fill(message(person));
  await dialog.getByText('1990-03-12').waitFor();
  // A dialogue that is closed by mistake has the text again.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open.click();
  expect(await dialog.getByLabel('Text').inputValue()).toBe(message(person));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fill in the form' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.inputValue('#passport')).toBe(person.passport);
  expect(await page.inputValue('#dob')).toBe('1990-03-12');
  expect(await page.inputValue('#phone')).toBe('01712345678');
  expect(await page.locator('input[name=sex]:checked').inputValue()).toBe('Female');
  // What was typed stays until the clerk says otherwise.
  expect(await page.inputValue('#surname')).toBe('KHAN');
  const notice = page.getByRole('status').filter({ hasText: 'Filled in from the pasted text' });
  expect(await notice.innerText()).toContain('Father’s name: <b>Abdul</b>');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Use this for Surname' }).click();
  await expect.poll(() => page.inputValue('#surname')).toBe(person.surname);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.inputValue('#passport')).toBe('');
  expect(await page.inputValue('#surname')).toBe('KHAN');
  await page.getByRole('button', { name: 'Hide' }).click();

  // Pasted into a field, it fills them at once; a text for this field alone is pasted as it is.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.origin });
  const paste = async (text: string, field: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.focus(field);
    await page.keyboard.press('Control+V');
  };
  await paste('Chattogram: the port', '#birthCity');
  await expect.poll(() => page.inputValue('#birthCity')).toBe('Chattogram: the port');
  await paste(`Passport no\tPhone\n${person.passport}\t01712345678`, '#givenN');
  await expect.poll(() => page.inputValue('#passport')).toBe(person.passport);
  expect(await page.inputValue('#givenN')).toBe('');
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(1);
});

test('on a desk a pasted text leaves only the errors of the other fields, and the first of them is in sight', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desk });
  await page.locator('#surname').waitFor();
  await page.keyboard.press('Control+Enter');
  const links = page.getByRole('alert').getByRole('link');
  await links.first().waitFor();
  const hrefs = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const before = await hrefs();
  await page.getByRole('button', { name: 'Paste text' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text').fill(message(somebody()));
  await dialog.getByRole('button', { name: 'Fill in the form' }).click();
  await dialog.waitFor({ state: 'detached' });
  const filled = ['surname', 'givenN', 'sex', 'passport', 'dob', 'phone'];
  await expect.poll(hrefs).toEqual(before.filter((href) => !filled.includes(href?.slice(1) ?? '')));
  expect(before).toHaveLength((await hrefs()).length + filled.length);
  expect(await page.locator('#birthCity').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => active(page)).toBe('birthCity');
  // Between the bar of the office and that of the form.
  const isInSight = () =>
    page.locator('#birthCity').evaluate((field) => {
      const { left, top, bottom } = field.getBoundingClientRect();
      return [top, bottom - 1].every((y) => document.elementFromPoint(left + 20, y) === field);
    });
  await expect.poll(isInSight).toBe(true);
});

/** Every byte that the browser keeps in its databases, as Latin letters. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts: string[] = [];
    const add = (value: unknown): void => {
      if (value instanceof ArrayBuffer) texts.push(new TextDecoder('latin1').decode(value));
      else if (ArrayBuffer.isView(value)) texts.push(new TextDecoder('latin1').decode(value));
      else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) add(each);
      else texts.push(String(value));
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        add(await answer(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return texts;
  });

test('a draft outlives its tab with its photo, signed for this session, until it is saved, thrown away or signed out of', async () => {
  const staff = await product.staff('admin');
  const { page, context } = await product.openPage({ as: staff, at: addPath, ...desk });
  const person = somebody();
  await fillForm(page, person);
  await choosePhoto(page);
  // An id, and a nonce with its bytes for the fields and for the photo.
  await expect.poll(async () => (await kept(page)).length).toBe(5);
  const bytes = (await kept(page)).join('');
  for (const text of [person.passport, person.surname, person.email, 'photo.jpg', 'JFIF'])
    expect(bytes).not.toContain(text);
  const local = await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage));
  expect(local).not.toContain(person.passport);

  // Another tab has a form of its own while this one is open.
  const second = await context.newPage();
  await second.goto(addPath);
  await second.locator('#surname').waitFor();
  expect(await second.inputValue('#surname')).toBe('');
  await page.close();
  await second.reload();
  const notice = second.getByRole('status').filter({ hasText: /Draft from \d\d:\d\d restored/ });
  await notice.waitFor();
  await expect.poll(() => second.inputValue('#passport')).toBe(person.passport);
  await second.locator('img[src^="blob:"]').waitFor();
  await expectAccessible(second);
  await notice.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => second.inputValue('#passport')).toBe('');
  await expect.poll(() => kept(second)).toEqual([]);
  await second.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => second.inputValue('#passport')).toBe(person.passport);
  await expect.poll(async () => (await kept(second)).length).toBeGreaterThan(0);
  await second.keyboard.press('Control+Enter');
  await second.waitForURL('**/application');
  await expect.poll(() => kept(second)).toEqual([]);

  await second.goto(addPath);
  await second.fill('#passport', person.passport);
  await expect.poll(async () => (await kept(second)).length).toBeGreaterThan(0);
  // The session ends at the server and its tab is closed: the login removes what nobody can read any more.
  await staff.call('logout');
  const third = await context.newPage();
  await second.close();
  await third.goto('/login');
  await third.locator('#email, [name=email]').first().waitFor();
  await expect.poll(() => kept(third)).toEqual([]);
});

test('a draft is on the device again after the user has signed in again over its form', async () => {
  const { page, context } = await product.openPage({ as: 'super-admin', at: addPath, ...desk });
  await page.fill('#surname', 'Rahman');
  await expect.poll(async () => (await kept(page)).length).toBeGreaterThan(0);
  const other = await context.newPage();
  await other.goto('/healthz');
  await other.evaluate(() => localStorage.removeItem('token'));
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(superAdmin.password);
  await expect.poll(() => kept(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  await expect.poll(async () => (await kept(page)).length).toBeGreaterThan(0);
  await page.close();
  await other.goto(addPath);
  await expect.poll(() => other.inputValue('#surname')).toBe('Rahman');
});

test('a draft for the same employer comes back in its own form after a reload or in another language, and an older draft stays out of that form', async () => {
  const template = await product.addApplication({ company: 'Padma Foods Ltd' });
  const { page: older, context } = await product.openPage({ as: 'admin', at: addPath, ...desk });
  await older.fill('#surname', 'Older');
  await expect.poll(async () => (await kept(older)).length).toBe(4);
  const page = await context.newPage();
  await page.goto(`/userView?id=${template._id}`);
  await older.close();
  await page.getByRole('button', { name: 'Another for the same employer' }).click();
  const company = () => page.inputValue('#company');
  await expect.poll(company).toBe(template.company);
  await page.reload();
  await expect.poll(company).toBe(template.company);
  expect(await page.inputValue('#surname')).toBe('');

  await page.fill('#surname', 'Newer');
  await expect.poll(async () => (await kept(page)).length).toBe(8);
  await page.reload();
  await expect.poll(() => page.inputValue('#surname')).toBe('Newer');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.inputValue('#surname')).toBe('');
  expect(await company()).toBe(template.company);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => page.inputValue('#surname')).toBe('Newer');
  // A copied field that was emptied stays empty.
  const before = await kept(page);
  await page.fill('#company', '');
  await expect.poll(() => kept(page)).not.toEqual(before);
  await expect.poll(async () => (await kept(page)).length).toBe(8);
  await page.getByRole('button', { name: 'বাংলা' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('button', { name: 'English' }).waitFor();
  await expect.poll(() => page.inputValue('#surname')).toBe('Newer');
  expect(await company()).toBe('');

  const plain = await context.newPage();
  await plain.goto(addPath);
  await expect.poll(() => plain.inputValue('#surname')).toBe('Older');
  expect(await plain.inputValue('#company')).toBe('');
});
