/** The dashboard: what is to do, the totals, the charts with their tables, the list by name. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, dhakaDay } from '../../../contract/dates.ts';
import { expectAccessible, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { lookAgainLater, openScreen } from './screens.ts';

const product = openProduct({ rows: 45 });
const desktop = { width: 1440, height: 900 };

test('what is to do comes first, with the counts of the API, and each leads to the list that it counts', async () => {
  const staff = await product.staff('admin');
  const mine = await staff.call('applications', { query: { status: 'Pending', limit: 2 } });
  if (!mine.ok) throw new Error('no list');
  const ids = mine.data.applications.map(({ _id }) => _id);
  await staff.call('assign', { json: { assignee: 'me', ids } });
  const summary = await staff.call('applicationSummary');
  if (!summary.ok) throw new Error('no summary');
  const { total, byStatus, late, collectToday, unassigned, missing } = summary.data;
  expect(unassigned).toBe(byStatus.Pending - 2);
  const { page } = await product.openPage({ as: staff, viewport: { width: 1366, height: 768 } });
  // In Dhaka it is the next day from here on.
  await page.clock.setFixedTime('2026-11-21T18:00:00Z');
  await page.goto('/dashboard');
  const expectLinks = async (list: Locator, expected: readonly (readonly [string, number, string])[]) => {
    await list.locator('strong').first().waitFor();
    const links = list.getByRole('link');
    await expect.poll(() => links.count()).toBe(expected.length);
    for (const [at, [label, count, path]] of expected.entries()) {
      await expect.poll(async () => (await links.nth(at).innerText()).split(/\s+/).join(' ')).toBe(`${label} ${count}`);
      await expect.poll(() => links.nth(at).getAttribute('href')).toBe(`/application${path}`);
    }
  };
  const queue = page.getByRole('region', { name: 'To do' });
  await expectLinks(queue, [
    ['Mine to decide', 2, '?assigned=me&status=Pending'],
    ['Unassigned', unassigned, '?assigned=nobody&status=Pending'],
    ['Waiting more than 5 weeks', late, '?late=1'],
    ['To decide', byStatus.Pending, '?status=Pending'],
    ['To decide, documents missing', missing.Pending, '?missing=1&status=Pending'],
    ['Approved, documents missing', missing.Approved, '?missing=1&status=Approved'],
    ['To collect today', collectToday, '?collect=2026-11-22&status=Approved'],
    ['Tried too often', 0, '?guessed=1'],
  ]);
  await expectLinks(page.locator('main > ul'), [
    ['All applications', total, ''],
    ['Pending', byStatus.Pending, '?status=Pending'],
    ['Approved', byStatus.Approved, '?status=Approved'],
    ['Rejected', byStatus.Rejected, '?status=Rejected'],
  ]);
  await expect.poll(() => page.title()).toBe('Dashboard – Maplegate');
  // None of it needs scrolling, and nothing comes before it.
  const box = await queue.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 768)).toBeLessThan(768);
  const headings = await page.locator('main').getByRole('heading').allInnerTexts();
  expect(headings.slice(0, 2)).toEqual(['Dashboard', 'To do']);
  await queue.getByRole('link', { name: 'To collect today' }).click();
  await page.waitForURL('**/application?collect=2026-11-22&status=Approved');
  await product.withResources(({ database }) =>
    database.db.updateTable('application').set({ assignedTo: null }).where('id', 'in', ids).execute(),
  );
});

test('on a phone and on a desk nothing moves when the numbers and their charts arrive, whose tables lead to their lists', async () => {
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff });
  const now = new Date();
  await page.clock.setFixedTime(now);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const count = await hold(page, '**/api/application/summary');
    await page.goto('/dashboard', { waitUntil: 'commit' });
    const latest = page.getByRole('region', { name: 'Applications, newest first' });
    await latest.locator('li a').first().waitFor();
    const top = () => latest.evaluate((section) => section.getBoundingClientRect().top);
    await page.evaluate(async () => void (await document.fonts.ready));
    const waiting = await top();
    count();
    await page.getByRole('link', { name: 'All applications 45' }).waitFor();
    await page.locator('main svg circle').first().waitFor();
    await expect.poll(() => top(), { message: `${width}` }).toBe(waiting);
    await page.unroute('**/api/application/summary');
  }
  for (const summary of await page.locator('main section > details summary').all()) await summary.click();
  await expectAccessible(page);

  const today = dhakaDay(now);
  const month = today.slice(0, 7);
  const arrivals = page
    .getByRole('region', { name: 'Arrivals by month' })
    .or(page.locator('section', { has: page.getByRole('heading', { name: 'Arrivals by month' }) }));
  await expect.poll(() => arrivals.locator('tbody tr').count()).toBe(12);
  const newest = arrivals.locator('tbody tr').first().getByRole('link');
  const lastDay = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);
  expect(lastDay >= today).toBe(true);
  await expect.poll(() => newest.getAttribute('href')).toBe(`/application?from=${month}-01&to=${lastDay}`);
  const list = await staff.call('applications', { query: { from: `${month}-01`, to: lastDay } });
  await expect.poll(() => newest.innerText()).toBe(String(list.ok && list.data.totalApplication));
});

test('the list shows every application by name, ten a page, with the totals, and paging by the keyboard keeps the focus', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/dashboard?page=1e30', viewport: desktop });
  const latest = page.getByRole('region', { name: 'Applications, newest first' });
  await latest.getByText('Total applications: 45 · Total pages: 5').waitFor();
  await latest.getByText('Page 1 of 5').waitFor();
  await expect.poll(() => latest.locator('li').count()).toBe(10);
  await expect.poll(() => latest.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  const first = await latest.locator('li a').first().innerText();
  await latest.locator('li summary').first().click();
  await expect.poll(() => latest.locator('li dl').first().innerText()).toContain('Date of birth');

  const list = latest.locator('ul').first();
  const outdated = latest.locator('ul[inert]');
  const before = await list.innerText();
  const answer = await hold(page, /fetchApplication/);
  await latest.getByRole('button', { name: 'Next' }).click();
  await outdated.waitFor();
  expect(await list.innerText()).toBe(before);
  answer();
  await expect.poll(() => outdated.count()).toBe(0);
  expect(await list.innerText()).not.toBe(before);
  await page.unroute(/fetchApplication/);

  /** Turns the page to the last that the button leads to, and presses it there once more. */
  const turnTo = async (name: string, last: number) => {
    const button = latest.getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    await latest.getByText(`Page ${last} of 5`).waitFor();
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    await latest.getByText(`Page ${last} of 5`).waitFor();
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  };
  await turnTo('Previous', 1);
  await expect.poll(() => latest.locator('li a').first().innerText()).toBe(first);
  await openScreen(page, '/dashboard?page=9999');
  await page.waitForURL('**/dashboard?page=5');
  await latest.getByText('Page 5 of 5').waitFor();
  await expect.poll(() => latest.locator('li a').count()).toBe(5);
  await page.goBack();
  await latest.getByText('Page 1 of 5').waitFor();
  await openScreen(page, '/dashboard?page=4');
  await latest.getByText('Page 4 of 5').waitFor();
  await turnTo('Next', 5);
  await page.reload();
  await latest.getByText('Page 5 of 5').waitFor();
  await page.goBack();
  await latest.getByText('Page 4 of 5').waitFor();
  await latest.locator('li a').first().click();
  await page.waitForURL(/\/userView\?id=[0-9a-f]{24}$/);
});

test('a list that cannot be loaded again stays, and says that it may be out of date', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/dashboard', viewport: desktop });
  const latest = page.getByRole('region', { name: 'Applications, newest first' });
  await latest.locator('li a').first().waitFor();
  await page.route(/fetchApplication/, (route) => route.abort());
  await lookAgainLater(page);
  const outdated = latest.getByRole('alert').filter({ hasText: 'This may be out of date' });
  await outdated.waitFor();
  await expect.poll(() => latest.locator('li a').count()).toBe(10);
  await page.unroute(/fetchApplication/);
  await outdated.getByRole('button', { name: 'Try again' }).click();
  await outdated.waitFor({ state: 'detached' });
});

test('when the server is out of reach or fails, both parts offer another try; having nothing to do, and a user who reads very many records, are said', async () => {
  const { page } = await product.openPage({ as: 'super-admin', viewport: desktop });
  const calls = /\/api\/application\/(summary|fetchApplication)/;
  const failed = { status: 503, json: { code: 'overloaded', message: 'x', requestId: 'x' } };
  const alerts = page.getByRole('alert');
  await page.route(calls, (route) => route.fulfill(failed));
  await page.goto('/dashboard');
  const none = 'Failed to fetch data from the server. Please try again later.';
  await expect.poll(() => alerts.filter({ hasText: none }).count()).toBe(2);
  await page.route(calls, (route) => route.abort());
  for (const at of [0, 1]) await alerts.nth(at).getByRole('button', { name: 'Try again' }).click();
  const unreachable = 'No response from the server. Please check your connection.';
  await expect.poll(() => alerts.filter({ hasText: unreachable }).count()).toBe(2);
  await page.unroute(calls);
  await alerts.nth(1).getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Total applications: 45').waitFor();

  await page.route('**/api/application/summary', async (route) => {
    const response = await route.fetch();
    const none = { Pending: 0, Approved: 0, Rejected: 0 };
    const counts = { byStatus: none, missing: none, mine: 0, unassigned: 0, late: 0, collectToday: 0, guessed: 0 };
    await route.fulfill({ response, json: { ...(await response.json()), ...counts, bulkReaders: 2 } });
  });
  await alerts.getByRole('button', { name: 'Try again' }).click();
  await page.locator('main > ul strong').first().waitFor();
  const queue = page.getByRole('region', { name: 'To do' });
  await queue.getByText('Nothing to do').waitFor();
  await expectAccessible(page);
  expect(await queue.getByRole('link').count()).toBe(0);
  await page
    .getByRole('link', { name: '2 members of staff have each opened, listed or downloaded very many records' })
    .click();
  await page.waitForURL('**/auditLog?action=reading.many');
});

test('in Bangla, in the dark and at 320 px axe finds nothing and nothing sticks out', async () => {
  const viewport = { width: 320, height: 640 };
  const options = { language: 'bn', colorScheme: 'dark', viewport } as const;
  const { page } = await product.openPage({ as: 'super-admin', at: '/dashboard', ...options });
  await page.locator('main section svg').first().waitFor();
  for (const summary of await page.locator('main section > details summary').all()) await summary.click();
  await page.locator('main ul strong').first().waitFor();
  await expectAccessible(page);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await expect.poll(() => page.innerText('main > ul')).toMatch(/[০-৯]/);
});
