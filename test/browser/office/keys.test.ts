/** The keys that `?` and the staff guide list, and those of the dialogues with fields. */
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdmin } from '../../product.ts';
import { openProduct } from '../open-product.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct({ rows: 3 });
const desk = { width: 1366, height: 768 };
const tooShort = 'Please enter a reason of 3 to 500 characters';

const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((each) => each === document.activeElement)).toBe(true);

/** The first column of the guide's table; a key for a Mac is in brackets. */
async function keysOfGuide(): Promise<string[]> {
  const guide = await readFile(new URL('../../../docs/staff-guide.md', import.meta.url), 'utf8');
  const [, rows = ''] = /^\| key \| where \| does \|\n\|.*\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  return rows.split('\n').flatMap((row) => {
    const signs = [...(row.split('|')[1] ?? '').replace(/\(.*\)/, '').matchAll(/`(.+?)`/g)].map(
      ([, sign]) => sign ?? '',
    );
    return signs[0] === 'Ctrl' ? [signs.join(' + ')] : signs;
  });
}

test('? lists the keys of the staff guide, and no other', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/slider' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByText('Next application in the list').waitFor();
  const listed = await page.getByRole('dialog').locator('dt').allInnerTexts();
  const inGuide = await keysOfGuide();
  expect(inGuide.length).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual(inGuide.toSorted());
});

test('the field of a dialogue has the focus, but for erasing; Ctrl Enter holds a record and erases it for good as the buttons do: not without a reason, and not without the password where it is asked for', async () => {
  const owner = await product.staff('super-admin');
  const { _id: id } = await insertedApplication(product);
  const { page } = await product.openPage({ as: owner, at: `/userView?id=${id}`, viewport: desk });
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await hasFocus(reason);
  await page.keyboard.press('Control+Enter');
  await dialog.getByText(tooShort).waitFor();
  await reason.fill('A court has asked for the papers');
  await reason.press('Control+Enter');
  await page.getByRole('region', { name: /^Held since/ }).waitFor();
  await page.getByRole('button', { name: 'Release' }).click();
  await reason.fill('The court is done');
  await reason.press('Control+Enter');

  await page.getByRole('button', { name: 'Erase for good' }).click();
  // What is lost is read first.
  await hasFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Control+Enter');
  await dialog.getByText(tooShort).waitFor();
  await product.withResources(({ database }) =>
    database.db.updateTable('session').set({ confirmedAt: '2020-01-01T00:00:00.000Z' }).execute(),
  );
  await reason.fill('Asked for by letter');
  await reason.press('Control+Enter');
  const confirmation = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  await confirmation.getByLabel('Password', { exact: true }).waitFor();
  const found = async () => (await owner.call('application', { params: { id } })).ok;
  // In the dialogue above it the keys do not confirm the one below.
  await page.keyboard.press('Control+Enter');
  expect(await found()).toBe(true);
  await confirmation.getByLabel('Password', { exact: true }).fill(superAdmin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/application');
  expect(await found()).toBe(false);
});

test('Ctrl Enter withdraws a decision, and assigns one application, whose fields have the focus', async () => {
  const owner = await product.staff('super-admin');
  const { _id: id } = await insertedApplication(product);
  await owner.call('reject', { params: { id }, json: { note: 'Seen' } });
  const { page } = await product.openPage({ as: owner, at: `/userView?id=${id}`, viewport: desk });
  await page.getByRole('button', { name: 'Withdraw this decision' }).click();
  const reason = page.getByRole('dialog').getByLabel('Reason for withdrawing it');
  await hasFocus(reason);
  await page.keyboard.type('The wrong person');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/Withdrawn on .*: The wrong person/).waitFor();

  await page.getByRole('button', { name: 'Assign…' }).click();
  const person = page.getByRole('dialog').getByLabel('Assign to');
  await hasFocus(person);
  await expect.poll(() => person.locator('option').count()).toBeGreaterThan(2);
  await person.selectOption({ index: 1 });
  await person.press('Control+Enter');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => page.getByText('Assigned to:').innerText()).not.toContain('Nobody');
});

test('Ctrl Enter assigns several applications and approves them, wherever the focus is in the dialogue, and not if there is none to approve', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/application?status=Pending', viewport: desk });
  const select = () => page.getByRole('checkbox', { name: /this page/ }).check();
  const bar = page.getByRole('region', { name: 'Selected applications' });
  const dialog = page.getByRole('dialog');
  await select();
  await bar.getByRole('button', { name: 'Assign…' }).click();
  await hasFocus(dialog.getByLabel('Assign to'));
  await dialog.getByRole('button', { name: 'Cancel' }).press('Control+Enter');
  await page
    .getByText(/applications? (is|are) assigned to/)
    .first()
    .waitFor();
  await expect.poll(() => dialog.count()).toBe(0);

  await select();
  await bar.getByRole('button', { name: 'Approve…' }).click();
  await dialog.getByText('No application is left to approve.').waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.getByLabel('Approve those too').check();
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(/approved/i)
    .first()
    .waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => page.locator('a[data-row]').count()).toBe(0);
});
