/**
 * Choosing in the list: a row from the search box without the mouse, or several with it or without, which are approved
 * or assigned in one dialogue.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import { recordOf } from '../../../contract/record-of.ts';
import { documentColumns } from '../../../server/db/application-columns.ts';
import { newId } from '../../../server/identifiers.ts';
import { dataOf } from '../../data-of.ts';
import type { Staff } from '../../product.ts';
import { expectAccessible, hold, stopClock } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { openScreen } from './screens.ts';

const product = openProduct({ rows: 55 });
const desktop = { width: 1366, height: 768 };

async function openList(options: Parameters<typeof product.openPage>[0] = {}) {
  const { page } = await product.openPage({ as: 'admin', at: '/application', viewport: desktop, ...options });
  await page.waitForSelector('[data-rows] a[data-row]');
  return page;
}

const ids = (page: Page) =>
  page.locator('a[data-row]').evaluateAll((links) => links.map((link) => link.getAttribute('data-row')));
const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-row'));
const onRow = (page: Page, id: string | null | undefined) => expect.poll(() => focusedRow(page)).toBe(id);
const inSearch = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
const stops = (page: Page) =>
  page
    .locator('[data-rows] > *')
    .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('a[tabindex="0"], button[tabindex="0"]').length > 0));

test('Enter leads from the search to the first row that it finds, and a second Enter opens it; a held key neither leaves the page nor opens a row, and a finger needs no row focus', async () => {
  const staff = await product.staff('admin');
  const found = dataOf(await staff.call('applications')).applications[5];
  const page = await openList({ as: staff });
  await page.keyboard.press('/');
  await inSearch(page);
  // Enter does not wait for the pause in typing, and no row of an earlier search takes the focus.
  await stopClock(page);
  await page.keyboard.type(found?.passport.toLowerCase() ?? '');
  await page.keyboard.press('Enter');
  await page.clock.resume();
  await onRow(page, found?._id);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/userView?id=${found?._id}`);

  await page.setViewportSize({ width: 360, height: 740 });
  await openScreen(page, '/application');
  await page.getByText('Show 1 to 10 entries').waitFor();
  const [first] = await ids(page);
  await page.getByRole('searchbox').focus();
  await page.keyboard.down('Enter');
  await onRow(page, first);
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('End');
  await page.keyboard.down('ArrowDown');
  await page.getByText('Show 11 to 20 entries').waitFor();
  const [next] = await ids(page);
  await onRow(page, next);
  for (let at = 0; at < 14; at++) await page.keyboard.down('ArrowDown');
  await page.keyboard.up('ArrowDown');
  await onRow(page, (await ids(page)).at(-1));
  await page.getByText('Show 11 to 20 entries').waitFor();
  expect(new URL(page.url()).pathname).toBe('/application');
});

test('the arrows move one focus through the rows, over the edges of a page, and back into the search, where / stays a letter', async () => {
  const page = await openList();
  const first = await ids(page);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await onRow(page, first[0]);
  expect(await stops(page)).toEqual(first.map((_, at) => at === 0));
  await page.keyboard.press('ArrowDown');
  await onRow(page, first[1]);
  expect(await stops(page)).toEqual(first.map((_, at) => at === 1));
  await expect
    .poll(() => page.locator(':focus').evaluate((row) => getComputedStyle(row).outlineStyle !== 'none'))
    .toBe(true);
  // A screen reader hears passport and status with the name.
  const described = page
    .locator(':focus')
    .evaluate((row) =>
      (row.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
    );
  expect(await described).toEqual([
    expect.stringMatching(/^[A-Z0-9]+$/),
    expect.stringMatching(/Pending|Approved|Rejected/),
  ]);
  await expectAccessible(page);

  await page.keyboard.press('End');
  await onRow(page, first.at(-1));
  await page.keyboard.press('ArrowDown');
  await page.locator('caption', { hasText: 'Show 11 to 20 entries' }).waitFor();
  const second = await ids(page);
  await onRow(page, second[0]);
  await page.keyboard.press('ArrowUp');
  await page.locator('caption', { hasText: 'Show 1 to 10 entries' }).waitFor();
  await onRow(page, first.at(-1));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await inSearch(page);

  await page.keyboard.type('a/b');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('a/b');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('/');
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await page.keyboard.press('/');
  await page.keyboard.type('nobody-has-it');
  await page.keyboard.press('Enter');
  await page.getByText('No applications found.').waitFor();
  await inSearch(page);
  const answer = await hold(page, /fetchApplication/, (route) => route.abort());
  await page.keyboard.press('Control+a');
  await page.keyboard.type('qq');
  await page.keyboard.press('Enter');
  answer();
  await page.getByText('No response from the server.').waitFor();
  await inSearch(page);
});

test('several are selected by keyboard and mouse and approved in one dialogue that names them; one that changed meanwhile is skipped', async () => {
  const staff = await product.staff('admin');
  const pending = await newest(staff, 4);
  const [first, second, third, fourth] = pending.map(({ passport }) => passport);
  const statuses = async () => {
    const answers = await Promise.all(pending.map(({ _id: id }) => staff.call('application', { params: { id } })));
    return answers.map((answer) => answer.ok && answer.data.isStatus);
  };
  // The list counts the papers of a record without opening them.
  const papers = recordOf(documentColumns, () => `${newId()}.jpg`);
  await product.withResources(({ database }) =>
    database.db
      .updateTable('application')
      .set(papers)
      .where('id', '=', pending[0]?._id ?? '')
      .execute(),
  );
  const { page } = await product.openPage({ as: staff, at: '/application?status=Pending', viewport: desktop });
  const box = (passport = '') => page.locator('tbody').getByLabel(`, ${passport}`).and(page.getByRole('checkbox'));
  const bar = page.getByRole('region', { name: 'Selected applications' });

  await box(first).check();
  await box(second).check();
  await bar.getByRole('button', { name: 'Approve' }).click();
  const two = page.getByRole('dialog', { name: 'Approve these 2 applications?' });
  await two.getByRole('radiogroup', { name: '1 of these lacks documents' }).waitFor();
  expect(await two.getByLabel('Leave those and approve the rest').isChecked()).toBe(true);
  await two.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(() => bar.count()).toBe(0);
  expect(await statuses()).toEqual(['Approved', 'Pending', 'Pending', 'Pending']);

  // Shift selects the fourth to the second; the keyboard deselects the third and back.
  await box(fourth).click();
  await box(second).click({ modifiers: ['Shift'] });
  await bar.getByText('3 selected').waitFor();
  await box(third).focus();
  await page.keyboard.press('Space');
  await bar.getByText('2 selected').waitFor();
  await page.keyboard.press('Space');
  await bar.getByText('3 selected').waitFor();
  expect(new URL(page.url()).pathname).toBe('/application');
  await bar.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: 'Approve these 3 applications?' });
  await question.waitFor();
  expect(await question.getByRole('listitem').allInnerTexts()).toEqual(
    expect.arrayContaining([fourth, third, second].map((passport) => expect.stringContaining(passport ?? ''))),
  );
  await expectAccessible(page);
  const other = await product.staff('super-admin');
  expect((await other.call('reject', { params: { id: pending[2]?._id ?? '' } })).ok).toBe(true);
  expect(await question.getByRole('button', { name: 'Approve 0' }).isDisabled()).toBe(true);
  const noneLeft = question.getByText('No application is left to approve.');
  await noneLeft.waitFor();
  await question.getByLabel('Approve those too').check();
  await expect.poll(() => noneLeft.count()).toBe(0);
  await question.getByRole('button', { name: 'Approve 3' }).click();
  const outcome = page.getByRole('dialog', { name: 'Not all were approved' });
  await outcome.getByText('2 applications have been approved.').waitFor();
  await outcome.getByText('Somebody else has changed this record in the meantime.').waitFor();
  const close = outcome.getByRole('button', { name: 'Close' }).last();
  await expect.poll(() => close.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => bar.count()).toBe(0);
  expect(await statuses()).toEqual(['Approved', 'Approved', 'Rejected', 'Approved']);
});

test('the selected ones are assigned in one dialogue, those of others only on request; all that the filter matches can be selected, up to a limit', async () => {
  const [staff, owner] = [await product.staff('admin'), await product.staff('super-admin')];
  const chosen = dataOf(await staff.call('applications')).applications.slice(0, 3);
  const ids = chosen.map(({ _id }) => _id);
  expect((await owner.call('assign', { json: { assignee: 'me', ids: ids.slice(0, 1) } })).ok).toBe(true);
  const [mine, theirs] = await Promise.all([nameOf(staff), nameOf(owner)]);
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: desktop });
  await page.waitForSelector('tbody a');
  const bar = page.getByRole('region', { name: 'Selected applications' });
  const choose = async () => {
    for (const { passport } of chosen) await page.getByRole('checkbox', { name: `, ${passport}` }).check();
    await bar.getByText('3 selected').waitFor();
  };
  await choose();
  await bar.getByRole('button', { name: 'Assign' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Assign these 3 applications' });
  await question.getByText(`Assigned to ${theirs}`).waitFor();
  await expect.poll(() => question.getByLabel('Assign to').locator('option:checked').innerText()).toContain(mine);
  await question.getByRole('button', { name: 'Assign 3' }).click();
  await question
    .getByRole('alert')
    .filter({ hasText: `Some are already assigned: ${theirs} (1).` })
    .waitFor();
  expect(await question.getByLabel('Leave those and assign the rest').isChecked()).toBe(true);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Assign the rest' }).click();
  const outcome = page.getByRole('dialog', { name: 'Not all were assigned' });
  await outcome.getByText(`2 applications are assigned to ${mine}.`).waitFor();
  await outcome.getByText(`1 is still assigned to ${theirs}.`).waitFor();
  await outcome.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => bar.count()).toBe(0);
  // The button that opened the dialogue was removed with the bar.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  expect(await holders(staff, ids)).toEqual([theirs, mine, mine]);

  await choose();
  await bar.getByRole('button', { name: 'Assign' }).click();
  await question.getByRole('button', { name: 'Assign 3' }).click();
  await question.getByLabel('Reassign those too').check();
  await question.getByRole('button', { name: 'Assign all' }).click();
  await expect.poll(() => bar.count()).toBe(0);
  expect(await holders(staff, ids)).toEqual([mine, mine, mine]);

  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  // While the next rows are loading, nobody can select those that are still shown.
  const answer = await hold(page, /\/api\/application\/fetchApplication/);
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Pending').click();
  await expect.poll(() => all.isDisabled()).toBe(true);
  answer();
  await expect.poll(() => all.isDisabled()).toBe(false);
  await page.unroute(/\/api\/application\/fetchApplication/);
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('All').click();
  await page.waitForSelector('[aria-busy=false]');
  await all.check();
  await expectAccessible(page);
  await bar.getByRole('button', { name: /^Select all \d+ that match this filter/ }).click();
  await bar.getByText(/^At most 50 can be approved/).waitFor();
  expect(await bar.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  const third = page.locator('tbody').getByRole('checkbox').nth(2);
  await third.uncheck();
  await bar.getByText('9 selected').waitFor();
  expect(await third.isChecked()).toBe(false);
  await third.check();
  await bar.getByText('10 selected').waitFor();
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect.poll(() => bar.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Application List');
});

test('everything that a filter matches is assigned, including other pages, and nothing else', async () => {
  const staff = await product.staff('admin');
  const found = await staff.call('applications', { query: { status: 'Approved', limit: 50 } });
  const total = found.ok ? found.data.totalApplication : 0;
  expect(total).toBeGreaterThan(10);
  const others = (await newest(staff, 10)).map(({ _id }) => _id);
  const before = await holders(staff, others);
  expect(before).toContain(null);
  const { page } = await product.openPage({ as: staff, at: '/application?status=Approved', language: 'bn' });
  await page.locator('main a[data-row]').first().waitFor();
  const bn = (value: number) => value.toLocaleString('bn-BD');
  for (const box of await page.getByRole('checkbox', { name: /^বেছে নিন: / }).all()) await box.check();
  const bar = page.getByRole('region', { name: 'বেছে নেওয়া আবেদন' });
  await bar.getByRole('button', { name: `এই ফিল্টারের ${bn(total)}টি আবেদনই বেছে নিন` }).click();
  await bar.getByRole('button', { name: 'দায়িত্ব দিন…' }).click();
  const question = page.getByRole('dialog', { name: `এই ${bn(total)}টি আবেদনের দায়িত্ব কে নেবেন?` });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByLabel('ব্যক্তি').selectOption({ index: 1 });
  await question.getByRole('button', { name: `${bn(total)}টির দায়িত্ব দিন` }).click();
  await expect.poll(() => bar.count()).toBe(0);
  const after = await staff.call('applications', { query: { status: 'Approved', limit: 50 } });
  expect(after.ok && after.data.applications.filter(({ assigned }) => assigned === null)).toEqual([]);
  expect(await holders(staff, others)).toEqual(before);
});

/** The newest pending applications. */
async function newest(staff: Staff, count: number): Promise<Application[]> {
  const query = { status: 'Pending', limit: 10 } as const;
  return dataOf(await staff.call('applications', { query })).applications.slice(0, count);
}

async function nameOf(staff: Staff): Promise<string> {
  const answer = await staff.call('me');
  if (!answer.ok) throw new Error('no name');
  return answer.data.user.name;
}

async function holders(staff: Staff, ids: readonly string[]) {
  const answers = await Promise.all(ids.map((id) => staff.call('application', { params: { id } })));
  return answers.map((answer) => (answer.ok ? (answer.data.assigned?.name ?? null) : undefined));
}

test('the selected ones are still selected when Back leads from an opened one to the list; the bar of the selection covers no other button', async () => {
  const page = await openList({ viewport: { width: 1440, height: 900 } });
  const boxes = page.locator('tbody').getByRole('checkbox');
  const bar = page.getByRole('region', { name: 'Selected applications' });
  const pageShown = (from: number) => page.locator('caption', { hasText: `Show ${from} to` }).waitFor();
  await boxes.nth(0).check();
  await bar.getByText('1 selected').waitFor();
  const pages = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
  expect(pages?.y).toBeGreaterThanOrEqual(y + height);
  await page.getByRole('button', { name: 'Next' }).click();
  await pageShown(11);
  for (const at of [1, 2]) await boxes.nth(at).check();
  await bar.getByText('3 selected').waitFor();
  await page.locator('tbody a[data-row]').nth(1).click();
  await page.locator('#copy-person').waitFor();
  await page.goBack();
  await bar.getByText('3 selected').waitFor();
  await expect.poll(() => boxes.nth(1).isChecked()).toBe(true);

  await page.locator('tbody a[data-row]').nth(1).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { name: 'Application deleted' }).waitFor();
  await page.goBack();
  await bar.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await pageShown(1);
  await expect.poll(() => boxes.nth(0).isChecked()).toBe(true);
  // A list that is opened anew begins without a selection. A link that is followed before the dashboard has replaced
  // the list would open nothing anew.
  await page.getByRole('complementary').getByRole('link', { name: 'Application List' }).click();
  await page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByRole('complementary').getByRole('link', { name: 'Application List' }).click();
  await page.waitForSelector('[data-rows] a[data-row]');
  expect(await bar.count()).toBe(0);
});
