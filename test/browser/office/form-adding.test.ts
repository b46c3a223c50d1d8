/** What makes adding short: pasted text, and a draft that outlives its tab. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { FormField } from '../../../contract/application-form.ts';
import { limits } from '../../../contract/limits.ts';
import frameBn from '../../../web/texts/office/frame.bn.json' with { type: 'json' };
import { dataOf } from '../../data-of.ts';
import { superAdmin } from '../../product.ts';
import { expectAccessible, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, fillForm, somebody } from './application-typing.ts';
import { insertedApplication } from './inserted-application.ts';
import { lookAgainLater, openScreen, rendered } from './screens.ts';

const product = openProduct();
const desktop = { viewport: { width: 1366, height: 768 } };

const active = (page: Page) => page.evaluate(() => document.activeElement?.id);

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
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('givenN');

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

  // Undo removes what several texts have filled in, one of them pasted twice, and offers nothing of them any more.
  await paste(`Surname\tSalary\n${person.surname}\t2,400`, '#givenN');
  await expect.poll(() => page.inputValue('#salary')).toBe('2,400');
  await paste(`Surname\tSalary\n${person.surname}\t2,400`, '#givenN');
  await page.getByRole('button', { name: 'Use this for Surname' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.inputValue('#salary')).toBe('');
  expect(await page.inputValue('#passport')).toBe('');
  expect(await page.inputValue('#surname')).toBe('KHAN');
  expect(await page.getByRole('button', { name: 'Use this for Surname' }).count()).toBe(0);
});

test('on a desktop a pasted text leaves only the errors of the other fields, and the first of them is in sight', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await expect.poll(() => active(page)).toBe('surname');
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

test('a draft outlives its tab with its photo, signed for this session or the one that was begun again over its form, until it is saved, thrown away or signed out of', async () => {
  const { page, context } = await product.openPage({ as: 'super-admin', at: addPath, ...desktop });
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

  const second = await context.newPage();
  await second.goto('/healthz');
  await second.evaluate(() => localStorage.removeItem('token'));
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(superAdmin.password);
  await expect.poll(() => kept(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  await expect.poll(async () => (await kept(page)).length).toBe(5);

  // Another tab has a form of its own while this one is open.
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

  await openScreen(second, addPath);
  await second.fill('#passport', person.passport);
  await expect.poll(async () => (await kept(second)).length).toBeGreaterThan(0);
  // The session ends at the server and its form is closed: the login removes what nobody can read any more.
  const staff = await product.staff();
  for (const { _id: id, current } of dataOf(await staff.call('sessions')))
    if (!current) await staff.call('endSession', { params: { id } });
  await second.goto('/login');
  await second.locator('#email').waitFor();
  await expect.poll(() => kept(second)).toEqual([]);
});

test('a draft for the same employer comes back in its own form after a reload or in another language, and an older draft stays out of that form', async () => {
  const template = await insertedApplication(product, { company: 'Padma Foods Ltd' });
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.fill('#surname', 'Older');
  await expect.poll(async () => (await kept(page)).length).toBe(4);
  await page.goto(`/userView?id=${template._id}`);
  await page.getByRole('button', { name: 'Another for the same employer' }).click();
  const company = () => page.inputValue('#company');
  await expect.poll(company).toBe(template.company);
  expect(await page.inputValue('#surname')).toBe('');

  await page.fill('#surname', 'Newer');
  await expect.poll(async () => (await kept(page)).length).toBe(8);
  await page.reload();
  await expect.poll(() => page.inputValue('#surname')).toBe('Newer');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.inputValue('#surname')).toBe('');
  expect(await company()).toBe(template.company);
  await expect.poll(async () => (await kept(page)).length).toBe(4);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => page.inputValue('#surname')).toBe('Newer');
  // What was restored is written before the next change, whose writing can then be told from it.
  await expect.poll(async () => (await kept(page)).length).toBe(8);
  // A copied field that was emptied stays empty.
  const before = await kept(page);
  await page.fill('#company', '');
  await expect.poll(() => kept(page)).not.toEqual(before);
  await expect.poll(async () => (await kept(page)).length).toBe(8);
  await page.getByRole('button', { name: 'বাংলা' }).click();
  await page.getByRole('button', { name: 'English' }).waitFor();
  await expect.poll(() => page.inputValue('#surname')).toBe('Newer');
  expect(await company()).toBe('');
  // From here, too, the sidebar leads to the plain form, whose draft is the older one.
  await page.locator(`aside a[href="${addPath}"]`).click();
  await page.getByRole('dialog').getByRole('button', { name: frameBn.leave, exact: true }).click();
  await expect.poll(() => page.inputValue('#surname')).toBe('Older');
  expect(await company()).toBe('');
});

test('what is typed stays when the application for the same employer, which could not be loaded before, is loaded after all', async () => {
  const { _id: id } = await insertedApplication(product, { company: 'Jamuna Foods Ltd' });
  const { page } = await product.openPage({ as: 'admin', at: '/dashboard', ...desktop });
  const call = `**/api/application/${id}`;
  await page.route(call, (route) => route.abort(), { times: 1 });
  await openScreen(page, addPath, { like: id });
  const notice = page.getByRole('status').filter({ hasText: 'The other application could not be loaded' });
  await notice.waitFor();
  await page.fill('#surname', 'Rahman');
  const answered = page.waitForResponse(call);
  await lookAgainLater(page);
  await (await answered).finished();
  await rendered(page);
  await expect.poll(() => page.inputValue('#surname')).toBe('Rahman');
  expect(await page.inputValue('#company')).toBe('');
  expect(await notice.count()).toBe(1);
});

/** Opens a form, types the surname, and returns the page once its draft is one of so many that are kept. */
async function draftOf(context: BrowserContext, surname: string, drafts: number): Promise<Page> {
  const page = await context.newPage();
  await page.goto(addPath);
  await page.fill('#surname', surname);
  await expect.poll(async () => (await kept(page)).length).toBe(4 * drafts);
  return page;
}

/** Closes the tabs, and waits until the browser has released the locks of their drafts. */
async function closeTabs(remaining: Page, tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) await tab.close();
  const locks = () => remaining.evaluate(async () => (await navigator.locks.query()).held);
  await expect.poll(locks).toEqual([]);
}

test('the draft of a closed tab is still there after the form was left before it could show the draft', async () => {
  const { page, context } = await product.openPage({ as: 'admin', at: '/healthz', ...desktop });
  await closeTabs(page, [await draftOf(context, 'Rahman', 1)]);
  const release = await hold(page, '**/draftKey');
  await page.goto('/dashboard');
  const menu = page.getByRole('complementary');
  const open = menu.getByRole('link', { name: 'Add Application' });
  await open.waitFor();
  // The draft is free again once the form that was left has ended its lock.
  await page.evaluate(() => {
    const request = navigator.locks.request.bind(navigator.locks);
    const counted = (...args: Parameters<typeof request>) =>
      request(...args).finally(() => document.documentElement.setAttribute('data-lock-ended', ''));
    Reflect.set(navigator.locks, 'request', counted);
  });
  const asked = page.waitForRequest('**/draftKey');
  await open.click();
  await asked;
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await rendered(page);
  release();
  await page.locator('[data-lock-ended]').waitFor();
  await open.click();
  await page
    .getByRole('status')
    .filter({ hasText: /Draft from \d\d:\d\d restored/ })
    .waitFor();
  await expect.poll(() => page.inputValue('#surname')).toBe('Rahman');
});

test('of the drafts of two closed tabs, two forms that are opened at the same moment get one each', async () => {
  const { page, context } = await product.openPage({ as: 'admin', at: '/healthz', ...desktop });
  await closeTabs(page, [await draftOf(context, 'Rahman', 1), await draftOf(context, 'Khatun', 2)]);
  const tabs = [await context.newPage(), await context.newPage()];
  // Both have looked for drafts that no tab has open before either of them takes one.
  const waitAfterLooking = () => {
    const query = navigator.locks.query.bind(navigator.locks);
    navigator.locks.query = async () => {
      const found = await query();
      await new Promise<void>((resolve) => Reflect.set(window, 'goOn', resolve));
      return found;
    };
  };
  for (const tab of tabs) await tab.addInitScript(waitAfterLooking);
  for (const tab of tabs) await tab.goto(addPath);
  for (const tab of tabs) await tab.waitForFunction(() => Reflect.has(window, 'goOn'));
  for (const tab of tabs) await tab.evaluate(() => Reflect.get(window, 'goOn')());
  for (const tab of tabs) await tab.locator('#surname').waitFor();
  const surnames = () => Promise.all(tabs.map((tab) => tab.inputValue('#surname')));
  await expect.poll(async () => (await surnames()).sort()).toEqual(['Khatun', 'Rahman']);
});
