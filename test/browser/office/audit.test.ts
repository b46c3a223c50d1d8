/** The audit log: every change in words, by person and by record, for the super admin alone. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import { limits } from '../../../contract/limits.ts';
import { asciiDigits } from '../../../contract/text.ts';
import { purgeApplications } from '../../../server/applications/removal.ts';
import { systemContext } from '../../../server/context.ts';
import bn from '../../../web/texts/office/audit.bn.json' with { type: 'json' };
import { admin, type Staff, superAdmin } from '../../product.ts';
import { expectAccessible, expectNoSidewaysScroll, hold, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { lookAgainLater, openScreen, rendered } from './screens.ts';

const product = openProduct({ rows: 2 });
const at = '/auditLog';
const desktop = { width: 1440, height: 900 };
const rows = (page: Page) => page.locator('tbody tr:has(time)');

/** Each entry as who, what and which fields. */
async function entries(page: Page): Promise<string[]> {
  await rows(page).first().waitFor();
  return rows(page).evaluateAll((all) =>
    all.map((row) => {
      const text = (at: number) => (row.children[at] as HTMLElement).innerText.replace(/\s+/g, ' ').trim();
      return [text(1), text(2), text(4)].join(' | ');
    }),
  );
}

async function recordOf(staff: Staff, at: 0 | 1): Promise<string> {
  const list = await staff.call('applications');
  return (list.ok && list.data.applications[at]?._id) || '';
}

/** Enters a text into a field as soon as the address changes, before anything that is rendered later. */
async function typeOnNavigation(page: Page, field: string, text: string): Promise<void> {
  await page.evaluate(
    ([field, text]) => {
      const { pushState } = history;
      history.pushState = (...entry) => {
        history.pushState = pushState;
        history.pushState(...entry);
        queueMicrotask(() => {
          const input = document.querySelector<HTMLInputElement>(field);
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
          input?.dispatchEvent(new Event('input', { bubbles: true }));
        });
      };
    },
    [field, text] as const,
  );
}

const filters = { status: 'Pending', from: '2026-01-02', assigned: 'me', missing: '1', search: 'EB7770001' };

/** Exports the list, as the office does. */
async function exportList(owner: Staff, which: object = filters): Promise<void> {
  const exported = await fetch(`${product.origin}${endpoints.exportApplications.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: owner.cookie, origin: product.origin },
    body: JSON.stringify({ form: 'csv', sort: 'givenN', ...which }),
  });
  expect(exported.status).toBe(200);
  await exported.arrayBuffer();
}

async function idOf(staff: Staff): Promise<string> {
  const me = await staff.call('me');
  if (!me.ok) throw new Error('nobody is signed in');
  return me.data.user._id;
}

test('says who did what to which record and fields, and links there, as its screen does here, with what was done since', async () => {
  const clerk = await product.staff('admin');
  const { _id: id, givenN, surname, passport } = await product.addApplication();
  const form = new FormData();
  form.append('company', 'Maple Farms');
  form.append('salary', '2,400');
  await clerk.call('updateApplication', { params: { id }, form });
  await clerk.call('approve', { params: { id }, json: { note: 'Papers seen.' } });
  const { page } = await product.openPage({ as: 'super-admin', at: `${at}?record=${id}`, viewport: desktop });
  await expect
    .poll(() => entries(page))
    .toEqual([
      expect.stringMatching(
        new RegExp(
          `^${admin.name} \\| Decided on an application \\| Approved · Visa approve date: .+ · Visa collect date: .+ Note$`,
        ),
      ),
      `${admin.name} | Changed an application | Company name, Salary`,
      expect.stringMatching(/^.+ \| Added an application \| Surname, Given name, .+, Photo$/),
    ]);
  await expect.poll(() => page.getByRole('status').first().innerText()).toBe('3 entries');
  await expect.poll(() => page.inputValue('#record')).toBe(id);
  expect(await page.innerText('tbody')).not.toContain('Maple Farms');
  expect(await rows(page).first().innerText()).toContain(passport);
  await rows(page)
    .first()
    .getByRole('link', { name: `${givenN} ${surname}` })
    .click();
  await page.waitForURL(`**/userView?id=${id}`);
  await page.getByRole('link', { name: 'Audit log of this record' }).click();
  await page.waitForURL(`**/auditLog?record=${id}`);
  await expect.poll(() => page.inputValue('#record')).toBe(id);
  // The log that was shown a moment ago did not have this yet.
  await expect.poll(async () => (await entries(page))[0]).toMatch(/ \| Opened an application \| /);
});

test('while the answer to another filter is on its way, the entries shown cannot be pressed; a log that fails can be loaded again', async () => {
  const { page } = await product.openPage({ as: 'super-admin', at, viewport: desktop });
  await rows(page).first().waitFor();
  const answer = await hold(page, '**/api/audit');
  await page.locator('#action').selectOption({ label: 'Decided on an application' });
  const status = page.getByRole('status').first();
  await expect.poll(() => status.innerText()).toBe('Loading the audit log…');
  const outdated = page.locator('tbody[inert]:has(time)');
  expect(await outdated.count()).toBe(1);
  await expect.poll(() => outdated.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.45');
  answer();
  await expect.poll(() => status.innerText()).toMatch(/^\d+ entr(y|ies)$/);
  await expect.poll(() => outdated.count()).toBe(0);

  const call = '**/api/audit*';
  const again = page.getByRole('button', { name: 'Try again' });
  const alert = page.getByRole('alert');
  await page.route(call, (route) => route.abort());
  await page.locator('#action').selectOption({ label: 'Signed in' });
  await alert.filter({ hasText: 'No response from the server. Please check your connection.' }).waitFor();
  await page.route(call, (route) => route.fulfill({ status: 500 }));
  await again.click();
  await alert.filter({ hasText: 'Failed to fetch data from the server. Please try again later.' }).waitFor();
  await page.unroute(call);
  await again.click();
  await rows(page).first().waitFor();

  // Entries that cannot be loaded again stay.
  await page.route(call, (route) => route.abort());
  // While a request is on its way, looking again begins no other.
  await expect
    .poll(async () => {
      await lookAgainLater(page);
      return alert.filter({ hasText: 'This may be out of date' }).count();
    })
    .toBe(1);
  expect(await rows(page).count()).toBeGreaterThan(0);
});

test('shows what was signed last, exports the filtered entries as a file, and says by which filters a list was exported', async () => {
  const owner = await product.staff();
  const { page } = await product.openPage({ as: owner, at: `${at}?action=session.started`, viewport: desktop });
  await page.getByText(/^\d+ entr(y|ies) signed, last on .+\.$|entries signed/).waitFor();
  const root = page.locator('code[title]').first();
  expect(await root.innerText()).toBe((await root.getAttribute('title'))?.slice(0, 12));
  const csv = page.getByRole('button', { name: 'Download as CSV' });
  await page.route('**/api/audit/export', (route) => route.abort(), { times: 1 });
  await csv.click();
  await page.getByRole('alert').filter({ hasText: 'No response from the server' }).waitFor();
  await expect.poll(() => csv.evaluate((button) => button === document.activeElement)).toBe(true);
  for (const [name, start] of [
    ['CSV', '\ufeffposition,sequence,at,'],
    ['NDJSON', '{"action":"session.started",'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download as ${name}` }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^audit-\\d{4}-\\d\\d-\\d\\d\\.${name.toLowerCase()}$`));
    const text = await readFile(await file.path(), 'utf8');
    expect(text.startsWith(start)).toBe(true);
    expect(text.match(/session\.started/g)?.length).toBeGreaterThan(0);
    expect(text).not.toContain('application.added');
  }
  await page.selectOption('#action', { label: 'Downloaded the audit log' });
  await page.waitForURL('**/auditLog?action=audit.exported');
  await expect
    .poll(() => entries(page))
    .toEqual([
      expect.stringMatching(/\| Downloaded the audit log \| NDJSON, What$/),
      expect.stringMatching(/\| Downloaded the audit log \| CSV, What$/),
    ]);
  await expectAccessible(page);

  await exportList(owner);
  await page.selectOption('#action', { label: 'Downloaded applications' });
  const words = [
    'Pending',
    'Arrived from 2 Jan 2026',
    'assigned to themselves',
    'Documents missing',
    'a search, whose',
  ];
  await page.getByText(`filter: ${words.join(', ')}`).waitFor();
  await exportList(owner, { ids: [await recordOf(owner, 0)] });
  await page.reload();
  await page.getByText('1 application as CSV · filter: 1 chosen in the list').waitFor();
});

test('shows the newest first, ten a page, with the page in the URL', async () => {
  const owner = await product.staff();
  const id = await recordOf(owner, 0);
  for (let time = 0; time < 12; time++) await owner.call('addNote', { params: { id }, json: { text: 'Called.' } });
  const { page } = await product.openPage({ as: owner, at: `${at}?record=${id}` });
  await expect.poll(() => entries(page)).toHaveLength(10);
  const pages = page.getByRole('navigation', { name: 'Pages of the audit log' });
  await expect.poll(() => pages.getByRole('link', { name: 'Newer' }).count()).toBe(0);
  const first = await rows(page).first().locator('time').getAttribute('datetime');
  await pages.getByRole('link', { name: 'Older' }).click();
  await page.waitForURL('**/auditLog?*page=2');
  await pages.getByText(/^Page 2 of \d+$/).waitFor();
  await page.locator('table[aria-busy=false]').waitFor();
  const next = await rows(page).first().locator('time').getAttribute('datetime');
  expect(Date.parse(next ?? '')).toBeLessThan(Date.parse(first ?? ''));
  await page.reload();
  await pages.getByText(/^Page 2 of \d+$/).waitFor();
  await page.goBack();
  await pages.getByText(/^Page 1 of \d+$/).waitFor();
  await openScreen(page, `${at}?page=9999`);
  await page.getByText('This page is beyond the last one.').waitFor();
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await rows(page).first().waitFor();
  // Not a page number, and more than the server accepts.
  await openScreen(page, `${at}?page=1e30`);
  await pages.getByText(/^Page 1 of \d+$/).waitFor();
});

describe('can be filtered', () => {
  test('by a person, from the list of people or the name in a row, and by what the product did itself', async () => {
    const owner = await product.staff();
    const clerk = await product.staff('admin');
    const id = await recordOf(owner, 1);
    await clerk.call('deleteApplication', { params: { id } });
    await product.withResources(async (resources) => {
      const ctx = systemContext(resources);
      await purgeApplications({ ...ctx, now: () => new Date(Date.now() + (limits.restoreDays + 1) * 86_400_000) });
    });
    const { page } = await product.openPage({ as: owner, at, viewport: desktop });
    await rows(page).first().waitFor();
    const options = () => page.locator('#user option').allInnerTexts();
    await expect.poll(options).toContain(admin.name);
    expect((await options()).slice(0, 2)).toEqual(['Everybody', `${superAdmin.name} (super admin)`]);
    await page.selectOption('#user', { label: admin.name });
    await page.waitForURL(`**/auditLog?user=${await idOf(clerk)}`);
    const ofOthers = async () => (await entries(page)).filter((entry) => !entry.startsWith(`${admin.name} |`));
    await expect.poll(ofOthers).toEqual([]);
    expect(await entries(page)).not.toEqual([]);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.waitForURL(`**${at}`);
    await rows(page).getByRole('link', { name: superAdmin.name, exact: true }).first().click();
    await page.waitForURL(`**/auditLog?user=${await idOf(owner)}`);
    await expect.poll(() => page.locator('#user').inputValue()).toBe(await idOf(owner));
    // The link has become text, so that the count takes the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('status');

    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.waitForURL(`**${at}`);
    await rows(page).getByRole('link', { name: 'The system' }).first().click();
    await page.waitForURL('**/auditLog?user=product');
    await expect.poll(() => page.locator('#user option:checked').innerText()).toBe('The system');
    const purged = 'The system | Removed a deleted application for good | – –';
    // The page before, on which the purge was the newest entry, too, is shown while this one loads.
    await expect
      .poll(async () => (await entries(page)).filter((entry) => !entry.startsWith('The system |')))
      .toEqual([]);
    expect((await entries(page))[0]).toBe(purged);
  });

  test('by a record, from its id, its icon or its passport, which is in no URL, and by days; what is typed is never lost, nor the focus', async () => {
    const { _id: id, passport } = await product.addApplication();
    const { page } = await product.openPage({ as: 'super-admin', at, viewport: desktop });
    await rows(page).first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.focus('#user');
    await page.selectOption('#user', { label: 'The system' });
    await page.waitForURL('**/auditLog?user=product');
    await expect.poll(() => page.inputValue('#user')).toBe('product');
    await expect.poll(focused).toBe('user');
    await page.fill('#record', '0123456789abcdef01234567');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/auditLog?user=product&record=0123456789abcdef01234567');
    await expect.poll(focused).toBe('record');
    // The button is removed together with the filters.
    await page.getByRole('button', { name: 'Clear the filters' }).first().click();
    await page.waitForURL(`**${at}`);
    await expect.poll(focused).toBe('user');
    await expect.poll(() => page.inputValue('#record')).toBe('');
    await page.goBack();
    await expect.poll(() => page.inputValue('#record')).toBe('0123456789abcdef01234567');
    await page.getByRole('heading', { name: 'No entries' }).waitFor();
    await page.locator('main').getByRole('button', { name: 'Clear the filters' }).last().click();
    await page.waitForURL(`**${at}`);
    await expect.poll(focused).toBe('user');

    const from = page.getByLabel('From', { exact: true });
    await from.fill('2026-02-30');
    await from.press('Enter');
    await page.getByText('Please enter a valid date').waitFor();
    await expect.poll(() => from.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => from.inputValue()).toBe('2026-02-30');
    expect(new URL(page.url()).search).toBe('');
    await from.fill('5/1/2026');
    await from.press('Enter');
    await page.waitForURL('**/auditLog?from=2026-01-05');
    await expect.poll(() => from.getAttribute('aria-invalid')).not.toBe('true');
    await from.fill('2026-02-30');
    await from.press('Tab');
    await expect.poll(() => from.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Clear the filters' }).first().click();
    await expect.poll(() => from.inputValue()).toBe('');
    await expect.poll(() => from.getAttribute('aria-invalid')).not.toBe('true');

    await page.fill('#record', ` ${id.toUpperCase().slice(0, 12)} ${id.slice(12)} `);
    await page.locator('#record').press('Enter');
    await page.waitForURL(`**/auditLog?record=${id}`);
    await page.getByRole('status').filter({ hasText: '1 entry' }).waitFor();

    await typeOnNavigation(page, '#record', 'typed at once');
    await page.getByRole('button', { name: 'Clear the filters' }).first().click();
    await page.waitForURL(`**${at}`);
    await page.getByRole('status').filter({ hasNotText: '1 entry' }).waitFor();
    // The new address is rendered a moment later.
    await rendered(page);
    expect(await page.inputValue('#record')).toBe('typed at once');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.fill('#record', passport.toLowerCase());
    await page.keyboard.press('Enter');
    const found = () => page.getByRole('status').first().innerText();
    await expect.poll(found).toBe('1 entry');
    await page.selectOption('#action', { label: 'Deleted an application' });
    await page.getByRole('heading', { name: 'No entries' }).waitFor();
    await page.selectOption('#action', { label: 'Added an application' });
    await expect.poll(found).toBe('1 entry');
    await page.reload();
    await expect.poll(found).toBe('1 entry');
    expect(await page.inputValue('#record')).toBe(passport.toLowerCase());
    expect([...requests, page.url()].filter((url) => url.toLowerCase().includes(passport.toLowerCase()))).toEqual([]);
    await rows(page).first().getByRole('link', { name: 'History of this record' }).click();
    await page.waitForURL(`**/auditLog?record=${id}`);
  });

  test('by no record whose id is invalid: Invalid ID format.; by no person whose id is invalid, but by a deleted one', async () => {
    const owner = await product.staff();
    const json = { name: 'Gone Soon', email: 'gone@office.example', password: 'nine loud geese land' };
    const added = await owner.call('addUser', { json });
    const id = added.ok ? added.data._id : '';
    await owner.call('deleteUser', { params: { id } });
    const { page } = await product.openPage({ as: owner, at: `${at}?user=abc`, viewport: desktop });
    await rows(page).first().waitFor();
    await expect.poll(() => page.locator('#user option:checked').innerText()).toBe('Everybody');
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/api/audit') && requests.push(request.url()));
    for (const typed of ['short', '0123456789abcdef0123456z']) {
      await openScreen(page, `${at}?record=${typed}`);
      await page.locator('#record-error').filter({ hasText: 'Invalid ID format.' }).waitFor();
      await expect.poll(() => page.locator('#record').getAttribute('aria-invalid')).toBe('true');
    }
    expect(requests.filter((url) => !/\/(people|tree)$/.test(url))).toEqual([]);

    await openScreen(page, `${at}?record=${id}`);
    await expect
      .poll(() => entries(page))
      .toEqual([
        `${superAdmin.name} | Deleted an admin | – –`,
        `${superAdmin.name} | Added an admin | Name, Email, Password`,
      ]);
    await rows(page).first().getByText('Gone Soon').waitFor();
    await openScreen(page, `${at}?user=${id}`);
    await page.getByRole('heading', { name: 'No entries' }).waitFor();
    await expect.poll(() => page.locator('#user option:checked').innerText()).toBe('Gone Soon (deleted)');
  });
});

test('in Bangla, in the dark and at 320 px axe finds nothing and nothing sticks out, and times are in Dhaka time, wherever they are read', async () => {
  const owner = await product.staff();
  await exportList(owner);
  const viewport = { width: 320, height: 800 };
  const options = { viewport, language: 'bn', colorScheme: 'dark', timezoneId: 'America/Toronto' } as const;
  const { page } = await product.openPage({ as: owner, at, ...options });
  await rows(page).getByText(bn.action.applications.exported).first().waitFor();
  const time = rows(page).first().locator('time');
  const moment = Date.parse((await time.getAttribute('datetime')) ?? '');
  const [day, clock] = new Date(moment + 6 * 3_600_000).toISOString().split('T');
  const told = asciiDigits(await time.innerText()).replace(/\s+/g, ' ');
  expect(told).toMatch(new RegExp(`^${Number(day?.slice(-2))} .+ ${clock?.slice(0, 5)}$`));
  const words = await page.getByText('ফিল্টার: অপেক্ষমাণ').first().innerText();
  expect(words).toContain('২ জানু, ২০২৬ থেকে এসেছে, নিজের দায়িত্বে থাকা, কাগজ বাকি');
  expect(words.replace('CSV', '')).not.toMatch(/[a-z]/i);
  await openScreen(page, `${at}?record=short`);
  await page.locator('#record-error').waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
});
