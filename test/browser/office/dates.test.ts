/** The date field of the office: typed, pasted, in either language's digits, or chosen. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import bn from '../../../contract/texts/bn.json' with { type: 'json' };
import listInBangla from '../../../web/texts/office/applications.bn.json' with { type: 'json' };
import auditInBangla from '../../../web/texts/office/audit.bn.json' with { type: 'json' };
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath } from './application-typing.ts';

const product = openProduct({ rows: 2 });
const desktop = { viewport: { width: 1366, height: 768 } };

const calendar = (page: Page) => page.locator('[role=dialog]').filter({ has: page.locator('table') });

test('a day is accepted in usual spellings, and chosen from the calendar by keyboard and by pointer; that of a birth date ends today', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  const field = page.locator('#dob');
  // The unit test has every spelling: web/office/form/typed-date.test.ts.
  for (const [typed, shown] of [
    ['৩১/০১/১৯৯০', '1990-01-31'],
    ['31 January 1990', '1990-01-31'],
    ['31/02/1990', '31/02/1990'],
  ] as const) {
    await field.fill(typed);
    await field.press('Tab');
    await expect.poll(async () => ({ typed, shown: await field.inputValue() })).toEqual({ typed, shown });
  }

  await field.fill('31/01/1990');
  await field.press('ArrowDown');
  await calendar(page).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toMatch(/31 January 1990/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('PageUp');
  await expect.poll(focused).toMatch(/23 December 1989/);
  await page.keyboard.press('Enter');
  await calendar(page).waitFor({ state: 'detached' });
  await expect.poll(() => field.inputValue()).toBe('1989-12-23');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);

  await field.locator('xpath=../..').getByRole('button', { name: 'Open the calendar' }).click();
  await calendar(page).getByLabel('Year').selectOption('1995');
  await calendar(page).getByLabel('Month', { exact: true }).selectOption('2');
  // The button keeps the focus, so the new month is announced.
  await calendar(page).getByRole('button', { name: 'Next month' }).press('Enter');
  await expect.poll(() => calendar(page).getByRole('status').textContent()).toBe('March 1995');
  await calendar(page).getByRole('button', { name: 'Previous month' }).press('Enter');
  await expect.poll(() => calendar(page).getByRole('status').textContent()).toBe('February 1995');
  await calendar(page).getByText('28', { exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe('1995-02-28');

  await field.fill('');
  await field.press('ArrowDown');
  const today = calendar(page).locator('[aria-current=date]');
  await expect.poll(() => today.evaluate((day) => day === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => today.evaluate((day) => day === document.activeElement)).toBe(true);
});

test('Escape closes only the calendar and not the dialogue below it', async () => {
  const staff = await product.staff('admin');
  const pending = await staff.call('applications', { query: { status: 'Pending', limit: 1 } });
  const id = pending.ok ? pending.data.applications[0]?._id : '';
  const { page } = await product.openPage({ as: staff, at: `/userView?id=${id}`, ...desktop });
  await page.locator('#copy-person').waitFor();
  await page.getByRole('article').getByRole('button', { name: 'Approve' }).click();
  const field = page.locator('#collectDate');
  await field.fill('1989-12-23');
  await field.press('ArrowDown');
  await calendar(page).waitFor();
  await page.keyboard.press('Escape');
  await calendar(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('dialog').first().isVisible()).toBe(true);
  await expect.poll(() => field.inputValue()).toBe('1989-12-23');
});

test('an invalid day in a filter shows an error and leaves the list as it is; a day is typed, or chosen from the calendar in the language of the page', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/application', language: 'bn', ...desktop });
  await page.locator('main button[aria-expanded=false]').first().click();
  const field = page.locator('main input[aria-haspopup=dialog]').first();
  await field.fill('31/02/2026');
  await field.press('Enter');
  await page.getByText(bn.errors.invalid_decision_date).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await field.fill('০১/০২/২০২৬');
  await field.press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-02-01');
  await field.press('ArrowDown');
  const days = calendar(page).locator('td button');
  await expect.poll(() => days.first().innerText()).toMatch(/^[০-৯]+$/);
  await expectAccessible(page);
  await calendar(page).getByText('২৮', { exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe('2026-02-28');

  const button = field.locator('xpath=../..').getByRole('button');
  await button.click();
  await calendar(page).waitFor();
  await button.click();
  await calendar(page).waitFor({ state: 'detached' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill('1 Feb 2026');
  await field.press('ArrowDown');
  await calendar(page).waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await calendar(page).waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-02-01');
});

test('clearing the filters of the list or the audit log clears an invalid day and its error as well', async () => {
  const { page } = await product.openPage({ as: 'super-admin', at: '/application?missing=1', ...desktop });
  await page.getByRole('button', { name: /^Filters/ }).click();
  const error = page.getByText('Please enter a valid date');
  for (const [label, clear] of [
    ['Arrived from', 'Clear search and filters'],
    ['From', 'Clear the filters'],
  ] as const) {
    if (label === 'From') await page.goto('/auditLog?action=session.started');
    const field = page.getByLabel(label, { exact: true });
    await field.fill('31/02/2026');
    await field.press('Enter');
    await error.waitFor();
    await page.getByRole('button', { name: clear }).first().click();
    await error.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/BUTTON|SELECT/);
  }
});

test('a day after which no day is left until the other one is named with it in the list and in the audit log, in either language', async () => {
  const staff = await product.staff('super-admin');
  for (const [at, english, bangla] of [
    ['/application', 'Arrived from', listInBangla.emptyReversed],
    ['/auditLog', 'From', auditInBangla.emptyReversed],
  ] as const) {
    const address = `${at}?from=2026-05-09&to=2026-05-01`;
    const { page } = await product.openPage({ as: staff, at: address, ...desktop });
    await page.getByText(`“${english}” (Saturday, 9 May 2026) is after`).waitFor();
    await page.getByText('(Friday, 1 May 2026), so no day lies between them.').waitFor();
    const inBangla = await product.openPage({ as: staff, at: address, language: 'bn', ...desktop });
    await inBangla.page
      .getByText(bangla.split(' (')[0] ?? '')
      .last()
      .waitFor();
    await inBangla.page.getByText(bangla.split('({{to}}) ')[1] ?? '').waitFor();
    // A day alone, or the same day twice, is a range.
    await page.goto(`${at}?from=2026-05-09&to=2026-05-09`);
    await page.getByRole('heading', { level: 2, name: /^No / }).waitFor();
    expect(await page.getByText('so no day lies between them').count()).toBe(0);
  }
});
