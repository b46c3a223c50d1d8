/** The list of applications: searching, and restoring its state. */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { dhakaDay } from '../../../contract/dates.ts';
import { shortDate } from '../../../web/texts/dates.ts';
import { dataOf } from '../../data-of.ts';
import { expectAccessible, stopClock } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct({ rows: 45 });
const desktop = { width: 1440, height: 900 };

/** The requests of the list: by URL, or with a passport in the body. */
function queryOf(request: Request): URLSearchParams {
  if (request.method() === 'GET') return new URL(request.url()).searchParams;
  const body: Record<string, unknown> = request.postDataJSON();
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
}

async function openList(at = '/application') {
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff, at, viewport: desktop });
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/fetchApplication')) asked.push(queryOf(request));
  });
  await page.waitForSelector('tbody a');
  return { staff, page, asked };
}

const found = (page: Page) => page.locator('section[aria-busy] > [role=status]');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search applications' });
const rowIds = (page: Page) =>
  page.locator('tbody a[data-row]').evaluateAll((links) => links.map((link) => link.getAttribute('data-row')));
const settled = (page: Page) => page.waitForSelector('section[aria-busy=false]');
const shows = (page: Page, ids: readonly string[]) => expect.poll(() => rowIds(page)).toEqual(ids);
const caption = (page: Page, text: string) => page.locator('caption', { hasText: text }).waitFor();

test('a full first page says Show 1 to 10 entries, every other its true range, also while others are added; a flagged record reads Admin', async () => {
  const { page, asked } = await openList();
  await expect.poll(() => page.innerText('h1')).toBe('Application List');
  await expect.poll(() => page.title()).toBe('Application List – Maplegate');
  await expect
    .poll(() => page.getByRole('main').getByRole('link', { name: 'Add application' }).getAttribute('href'))
    .toBe('/addUserApplication');
  await expect
    .poll(() => page.locator('thead th').allInnerTexts())
    .toEqual(['Name', 'Passport', 'Nationality', 'Status', 'Arrived', 'Visa collect date', 'Documents', 'Action']);
  await expect.poll(() => page.innerText('caption')).toBe('Show 1 to 10 entries');
  // One that is added during paging moves no application to another page.
  const first = await rowIds(page);
  await product.addApplication({ passport: 'QX0000001' });
  // The next page is fetched when the mouse hovers, and not again by the click.
  asked.length = 0;
  const next = page.getByRole('button', { name: 'Next' });
  const answered = page.waitForResponse((response) => response.url().includes('page=2'));
  await next.hover();
  await answered;
  await next.click();
  await caption(page, 'Show 11 to 20 entries');
  await settled(page);
  expect(asked.map((question) => question.get('page'))).toEqual(['2', '3'].slice(0, asked.length));
  expect(new Set([...first, ...(await rowIds(page))]).size).toBe(20);
  const total = Number((await found(page).innerText()).split(' ')[0]);
  expect(total).toBeGreaterThanOrEqual(45);
  const last = Math.ceil(total / 10);
  expect(await found(page).innerText()).toBe(`${total} applications, page 2 of ${last}`);
  await page.getByRole('button', { name: `Page ${last}`, exact: true }).click();
  await caption(page, `Show ${(last - 1) * 10 + 1} to ${total} entries`);
  await expect.poll(() => new URL(page.url()).search).toBe(`?page=${last}`);
  await page.goBack();
  await caption(page, 'Show 11 to 20 entries');
  await page.route('**/fetchApplication?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const application of body.applications) application.isAdmin = true;
    await route.fulfill({ response, json: body });
  });
  await page.goto(`/application?page=${last + 7}`);
  await caption(page, `Show ${Math.floor(total / 10) * 10 + 1} to ${total + 1} entries`);
  await expect.poll(() => page.locator('tbody th').first().innerText()).toMatch(/^Admin\b/);
  // A dialogue names it in the reader's language as well.
  await product.chooseLanguage(page, 'bn');
  await page.reload();
  await page
    .getByRole('button', { name: /^মুছুন: অ্যাডমিন / })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByText(/^অ্যাডমিন /)
    .waitFor();
});

test('paging goes on where the shown page ends when others delete, also after Previous was pointed at and the export opened', async () => {
  const added = [await insertedApplication(product), await insertedApplication(product)];
  const { page, staff } = await openList();
  const first = await rowIds(page);
  for (const { _id: id } of added) expect(first).toContain(id);
  const third = dataOf(await staff.call('applications', { query: { page: 3 } })).applications.map(({ _id }) => _id);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await caption(page, 'Show 11 to 20 entries');
  await settled(page);
  // A minute later the first page is old enough to be requested again.
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
  });
  for (const { _id: id } of added) dataOf(await staff.call('deleteApplication', { params: { id } }));
  const previous = page.getByRole('button', { name: 'Previous' });
  await previous.hover();
  await previous.focus();
  await page.getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download the list' });
  await dialog.getByText(/^\d+ applications, as shown in the list now/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Page 3', exact: true }).click();
  await caption(page, 'Show 21 to 30 entries');
  await settled(page);
  await shows(page, third);
});

test('typed text is searched for once after a pause, is in no URL, and each row that it finds says what matched and marks it', async () => {
  // Nobody else of the tests has a name that sounds like this one.
  const person = { surname: 'Badruddoza', givenN: 'Md. Zulfiqar', phone: '01777000123' };
  await product.addApplication({ passport: 'QZ1230001', ...person });
  await product.addApplication({ passport: 'QZ1230002' });
  const { page, asked } = await openList('/application?status=Pending');
  // The letters alone may be in the hash of a script's name, or in a token.
  const typed = /qz(%20|\W)*12/i;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  asked.length = 0;
  await page.keyboard.press('/');
  await expect.poll(() => search(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await stopClock(page);
  await page.keyboard.type('qz 12-3');
  await page.clock.resume();
  await found(page).getByText("2 results for 'qz 12-3'").waitFor();
  expect(asked.map((question) => question.get('find'))).toEqual(['qz 12-3']);
  await expect.poll(() => page.locator('tbody mark').allInnerTexts()).toEqual(['QZ123', 'QZ123']);
  await page.keyboard.type('0001');
  await found(page).getByText("1 result for 'qz 12-30001'").waitFor();
  await expect.poll(() => page.innerText('caption')).toBe('Show 1 to 1 entries');

  await expect.poll(() => new URL(page.url()).search).toBe('?status=Pending');
  await expect.poll(() => page.title()).toBe('Application List – Maplegate');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(typed);
  await page.reload();
  await found(page).getByText("1 result for 'qz 12-30001'").waitFor();
  await expect.poll(() => search(page).inputValue()).toBe('qz 12-30001');

  // Further letters add no history entries: going back leaves the search.
  await page.goBack();
  await found(page)
    .getByText(/^\d+ applications$/)
    .waitFor();
  await expect.poll(() => search(page).inputValue()).toBe('');
  await page.goForward();
  await found(page).getByText('1 result').waitFor();
  await search(page).press('Escape');
  await found(page)
    .getByText(/^\d+ applications$/)
    .waitFor();
  await expect.poll(() => search(page).inputValue()).toBe('');
  expect([...addresses, page.url()].filter((address) => typed.test(address))).toEqual([]);

  const row = page.locator('tbody tr');
  const searches: [string, string, string][] = [
    ['বদরুদ্দোজা', 'Name Badruddoza', 'Badruddoza'],
    ['+88 01777-000123', 'Phone 01777000123', '1777000123'],
    ['qz1230001', 'Passport', 'QZ1230001'],
  ];
  for (const [text, match, marked] of searches) {
    await search(page).fill(text);
    await page.locator('tbody tr', { hasText: 'Badruddoza' }).locator('small', { hasText: match }).waitFor();
    // The rows of the previous search stay until the new ones arrive.
    const shown = async () => [text, await row.count(), (await row.locator('mark').allInnerTexts()).join()];
    await expect.poll(shown).toEqual([text, 1, marked]);
    const colours = row.locator('mark').evaluateAll((all) => all.map((mark) => getComputedStyle(mark).backgroundColor));
    expect(new Set(await colours)).toEqual(new Set(['rgb(255, 196, 77)']));
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('[data-rows] li', { hasText: 'Badruddoza' }).locator('small', { hasText: 'Passport' }).waitFor();
});

test('an outdated request is aborted, the rows before it are dimmed and cannot be opened, and a filter that is chosen meanwhile is kept', async () => {
  await product.addApplication({ passport: 'QX7770001' });
  const { page } = await openList();
  const before = await rowIds(page);
  const calledOff: string[] = [];
  page.on('requestfailed', (request) => calledOff.push(queryOf(request).get('find') ?? ''));
  const isFirst = (request: Request) => queryOf(request).get('find') === 'QX7';
  await page.route(/fetchApplication$/, (route) => (isFirst(route.request()) ? undefined : route.continue()));
  const sent = page.waitForRequest((request) => request.url().endsWith('/fetchApplication') && isFirst(request));
  await search(page).fill('QX7');
  await sent;
  await expect.poll(() => rowIds(page)).toEqual(before);
  await expect.poll(() => found(page).innerText()).toBe('Loading applications…');
  await search(page).fill('QX77');
  await found(page).getByText("1 result for 'QX77'").waitFor();
  expect(calledOff).toEqual(['QX7']);
  await page.unroute(/fetchApplication$/);

  const gate = Promise.withResolvers<void>();
  await page.route(/fetchApplication/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const row = page.locator('tbody tr').first();
  const isInert = () => page.locator('tbody').evaluate((rows) => (rows as HTMLElement).inert);
  const click = async () => {
    const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(x + width / 2, y + height / 2);
  };
  await stopClock(page);
  await search(page).press('7');
  // During the pause nothing is requested.
  expect(await isInert()).toBe(true);
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Pending').click();
  await page.clock.resume();
  await page.locator('section[aria-busy=true]').waitFor();
  await expect
    .poll(() => page.locator('tbody').evaluate((rows) => Number(getComputedStyle(rows).opacity)))
    .toBeLessThan(0.6);
  await click();
  await row.locator('a').first().focus();
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).pathname).toBe('/application');
  gate.resolve();
  await found(page).getByText("1 result for 'QX777'").waitFor();
  expect(new URL(page.url()).search).toBe('?status=Pending');
  expect(await page.getByRole('radio', { name: 'Pending' }).isChecked()).toBe(true);
  expect(await isInert()).toBe(false);
  await click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/userView');
});

test('order and filters are in the URL, and a link with them shows the same list', async () => {
  const { page, staff } = await openList();
  const expected = async (query: Record<string, string | number>) => {
    const answer = await staff.call('applications', { query: { limit: 10, ...query } });
    if (!answer.ok) throw new Error('refused');
    return answer.data.applications.map(({ _id }) => _id);
  };
  const sorted = page.locator('thead th[aria-sort]');
  await expect
    .poll(() => sorted.evaluateAll((heads) => heads.map((head) => [head.textContent, head.ariaSort])))
    .toEqual([['Arrived', 'descending']]);
  for (const [head, sort, order, address] of [
    ['Name', 'givenN', 'asc', '?sort=givenN'],
    ['Name', 'givenN', 'desc', '?sort=givenN&order=desc'],
    ['Arrived', 'createdAt', 'desc', ''],
  ] as const) {
    await page.locator('thead').getByRole('button', { name: head }).click();
    await shows(page, await expected({ sort, order }));
    await settled(page);
    await expect.poll(() => sorted.getAttribute('aria-sort')).toBe(order === 'asc' ? 'ascending' : 'descending');
    await expect.poll(() => new URL(page.url()).search).toBe(address);
  }

  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Approved').click();
  await shows(page, await expected({ status: 'Approved' }));
  await expect.poll(() => new URL(page.url()).search).toBe('?status=Approved');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Late: pending for more than 5 weeks').check();
  await shows(page, await expected({ late: 1 }));
  await expect.poll(() => new URL(page.url()).search).toBe('?late=1');
  const late = page.locator('tbody td:nth-child(5)');
  await expect.poll(async () => (await late.allInnerTexts()).every((text) => text.endsWith('Late'))).toBe(true);
  const today = dhakaDay(new Date());
  const from = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`.replace('-02-29', '-02-28');
  await page.getByLabel('Arrived from').fill(from);
  await shows(page, await expected({ late: 1, from }));
  await page.getByLabel('Arrived up to').fill(today);
  await page.getByRole('button', { name: 'Remove the filter: Late' }).click();
  await shows(page, await expected({ from, to: today }));
  // The chip that had the focus is gone.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Filters/);
  await settled(page);
  await expect.poll(() => new URL(page.url()).search).toBe(`?from=${from}&to=${today}`);
  await page.goBack();
  await shows(page, await expected({ late: 1, from, to: today }));

  const approved = await staff.call('applications', { query: { status: 'Approved', limit: 1 } });
  const day = (approved.ok && approved.data.applications[0]?.pending) || today;
  // What no list can be asked for is ignored.
  await page.goto(
    `/application?collect=${day}&page=0&status=Lost&sort=age&order=up&late=yes&from=2026-02-30&deleted=2`,
  );
  await shows(page, await expected({ collect: day }));
  await expect.poll(() => page.getByRole('button', { name: `To collect on ${shortDate(day, 'en')}` }).count()).toBe(1);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await shows(page, await expected({}));
});

test('the keyboard alone reaches every row and all that can be done with it; coming back restores page, search, scroll position and focus', async () => {
  const { page, staff } = await openList();
  const list = await staff.call('applications');
  const [newest, second] = list.ok ? list.data.applications : [];
  if (!newest || !second) throw new Error('no rows');
  const focused = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.getAttribute('data-row'));
  await page.locator('thead').getByRole('button', { name: 'Arrived' }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused()).toBe(`Select ${newest.givenN} ${newest.surname}, ${newest.passport}`);
  await page.keyboard.press('Tab');
  await expect.poll(() => focused()).toBe(newest._id);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused()).toBe(second._id);
  for (const action of ['View', 'Edit', 'Delete']) {
    await page.keyboard.press('Tab');
    await expect.poll(() => focused()).toBe(`${action} ${second.givenN} ${second.surname}, ${second.passport}`);
    const box = await page.locator(':focus').boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused()).toBe(`Delete ${newest.givenN} ${newest.surname}, ${newest.passport}`);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/editApplication?id=${newest._id}`);
  expect(await page.evaluate(() => history.state.usr)).toEqual({ id: newest._id });
  await page.locator('#surname').waitFor();
  await page.goBack();
  await page.locator(`[data-row="${newest._id}"]`).focus();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe(newest._id);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/userView?id=${newest._id}`);
  await page.locator('#copy-person').waitFor();
  await page.goBack();
  await page.waitForSelector('tbody a');

  await page.setViewportSize({ width: 1366, height: 768 });
  await search(page).fill('a');
  await found(page).getByText("results for 'a'").waitFor();
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await caption(page, 'Show 11 to 20 entries');
  await expect.poll(() => found(page).evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThan(0);
  const first = page.locator('tbody tr').first();
  await expect.poll(() => first.evaluate((row) => row.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  // From there the buttons above the rows come first, then the head.
  const isInHead = async () => (await page.locator('thead :focus').count()) === 1;
  for (let presses = 0; presses < 5 && !(await isInHead()); presses++) await page.keyboard.press('Tab');
  expect(await isInHead()).toBe(true);
  await next.focus();
  await page.keyboard.press('Enter');
  await caption(page, 'Show 21 to ');
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.setViewportSize({ width: 1440, height: 500 });
  await settled(page);
  const row = page.locator('tbody tr').nth(4);
  await row.scrollIntoViewIfNeeded();
  const [id, top] = [(await rowIds(page))[4], await page.evaluate(() => scrollY)];
  expect(top).toBeGreaterThan(0);
  await row.locator('td').nth(1).click();
  await page.waitForURL(`**/userView?id=${id}`);
  expect(await page.evaluate(() => history.state.usr)).toMatchObject({ id, list: { request: { search: 'a' } } });
  await page.locator('#copy-person').waitFor();
  await page.goBack();
  await caption(page, 'Show 21 to ');
  await expect.poll(() => search(page).inputValue()).toBe('a');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe(id);
});
