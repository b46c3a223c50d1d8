/** From the search box to the opened file without the mouse. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, hold, stopClock } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct({ rows: 25 });
const desk = { width: 1366, height: 768 };

async function openList(options: Parameters<typeof product.openPage>[0] = {}) {
  const { page } = await product.openPage({ as: 'admin', at: '/application', viewport: desk, ...options });
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

test('Enter leads from the search to the first row that it finds, and a second Enter opens it', async () => {
  const { _id: id } = await product.addApplication({ passport: 'KE1110001' });
  await product.addApplication({ passport: 'KE1120002' });
  const page = await openList();
  await page.keyboard.press('/');
  await inSearch(page);
  // Enter does not wait for the pause in typing, and no row of an earlier search takes the focus.
  await stopClock(page);
  await page.keyboard.type('e111');
  await page.keyboard.press('Enter');
  await page.clock.resume();
  await onRow(page, id);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/userView?id=${id}`);
});

test('the arrows move one focus through the rows, over the edges of a page, and back into the search', async () => {
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
});

test('a held key neither leaves the page nor opens a row, and a finger needs no row focus', async () => {
  const page = await openList({ viewport: { width: 360, height: 740 } });
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

test('without results, or without an answer, the focus stays in the search', async () => {
  const page = await openList();
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

test('/ stays a letter while text is typed, and does nothing behind a dialogue', async () => {
  const page = await openList();
  await page.keyboard.press('/');
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
});
