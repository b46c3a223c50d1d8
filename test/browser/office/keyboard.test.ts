/** The work on one application from beginning to end by the keyboard alone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { formFields } from '../../../contract/application-form.ts';
import { admin } from '../../product.ts';
import { openProduct } from '../open-product.ts';
import { photoFile, somebody } from './application-typing.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct();

const stopsMax = 120;

/** The accessible name of the focused element. */
const nameOfFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const labels =
      element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.innerText) : [];
    return (
      element?.getAttribute('aria-label') ??
      [...labels, (element as HTMLElement | null)?.innerText ?? ''].join(' ').trim()
    );
  });

/** Presses Tab until an element of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < stopsMax; stop++) {
    const here = await nameOfFocus(page);
    if (name.test(here)) return;
    passed.push(here);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${name}; it passes ${passed.join(' | ')}`);
}

async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Waits until the opened dialogue has the focus. */
const dialogFocused = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[role=dialog]')?.contains(document.activeElement));

async function choose(page: Page, name: RegExp, red: number): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, name);
  await (await chooser).setFiles(await photoFile(red));
}

test('an application is added, attached to, approved, deleted and restored by the keyboard alone, and a session that ends before the decision is renewed in place', async () => {
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: { width: 1440, height: 900 } });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await press(page, /^Add application$/i);
  await page.waitForURL('**/addUserApplication');
  await page.locator('#surname').waitFor();

  const person = somebody();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('surname');
  for (const name of Object.keys(formFields) as (keyof typeof formFields)[]) {
    if (name === 'sex') {
      await page.keyboard.press('Space');
      if (person.sex === 'Female') await page.keyboard.press('ArrowDown');
    } else if (name === 'surname' || name === 'jobTitle') await page.keyboard.type(person[name]);
    // As an input method of the keyboard does it: all letters at once.
    else await page.keyboard.insertText(person[name]);
    // A list that has opened under the field handles the first Enter, or closes on Escape.
    await page.keyboard.press('Escape');
    if (name !== 'email') await page.keyboard.press('Tab');
  }
  await choose(page, /choose (a|the) photo/i, 120);
  await page.locator('img[src^="blob:"]').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/application');

  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(person.passport.slice(0, 6));
  await page
    .getByRole('status')
    .filter({ hasText: person.passport.slice(0, 6) })
    .waitFor();
  await press(page, /^View /);
  await page.waitForURL('**/userView?id=*');
  await page.getByText('0 of 6 documents').waitFor();
  await choose(page, /^Choose a file: Job Letter$/, 60);
  await page.getByText('1 of 6 documents').waitFor();

  await press(page, /^Approve/);
  const dialog = page.getByRole('dialog');
  await dialogFocused(page);
  await press(page, /^Approve$/);
  // Five documents are missing, so the approval asks for confirmation.
  await staff.call('logout');
  await press(page, /^Save anyway$/);
  await page.locator('input[name=password]:focus').waitFor();
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole('main').getByText('Approved').first().waitFor();

  await press(page, /^Delete/);
  await dialogFocused(page);
  await press(page, /^Delete$/);
  await dialog.waitFor({ state: 'detached' });
  const reader = await product.staff('admin');
  const found = async () => {
    const list = await reader.call('applications', { query: { search: person.passport } });
    return list.ok && list.data.applications.map(({ isStatus, file1 }) => [isStatus, file1 !== null]);
  };
  await expect.poll(found).toEqual([]);
  await press(page, /^Undo$/);
  await expect.poll(found).toEqual([['Approved', true]]);
});

test('a decision is withdrawn by the keyboard alone, and the focus is then in the history, whose button is gone', async () => {
  const { _id: id } = await insertedApplication(product);
  const owner = await product.staff('super-admin');
  await owner.call('reject', { params: { id }, json: {} });
  const at = `/userView?id=${id}`;
  const { page } = await product.openPage({ as: owner, at, reducedMotion: 'no-preference' });
  const withdraw = page.getByRole('button', { name: 'Withdraw this decision' });
  await withdraw.press('Enter');
  await dialogFocused(page);
  await page.keyboard.type('The wrong person.');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Withdrawn on/).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => withdraw.count()).toBe(0);
  await expect.poll(() => nameOfFocus(page)).toBe('History');
});
