/** The list when it is empty, slow or failing, on a phone, in Bangla, in the dark scheme and on a slow connection. */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import bn from '../../../web/texts/office/applications.bn.json' with { type: 'json' };
import { expectAccessible, expectGivenUpAfter, hold, limitedByClock, withoutLimit } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct({ rows: 45 });
const desktop = { width: 1440, height: 900 };
const calls = '**/fetchApplication?*';
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** The room in pixels that the hint of the search leaves in its box. */
const roomForHint = (page: Page) =>
  page.getByRole('searchbox').evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('There is no canvas.');
    canvas.font = font;
    const inner = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return inner - canvas.measureText(input.placeholder).width;
  });

/** Checks the list on a phone 360 px wide. */
async function expectThreeToScreen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  const cards = page.locator('main ul > li', { has: page.locator('a[data-row]') });
  await cards.first().waitFor();
  await expect.poll(() => roomForHint(page)).toBeGreaterThan(0);
  const [first, third] = await Promise.all([0, 2].map((at) => cards.nth(at).boundingBox()));
  const bar = 60;
  expect((third?.y ?? 0) + (third?.height ?? 0) - (first?.y ?? 0)).toBeLessThanOrEqual(640 - bar);
  const toolbar = await page.locator('search').locator('..').boundingBox();
  expect((await page.getByRole('searchbox').boundingBox())?.width).toBe(toolbar?.width);
  const tops = page.locator('search ~ :is(a, button)');
  expect(await tops.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)).toBe(1);
}

const told = (page: Page) => page.locator('main').getByRole('alert');

test('a list that cannot be loaded says why and can be tried again; an empty one leads to clearing the filters or to the form', async () => {
  const { page } = await product.openPage({ as: 'admin', viewport: desktop });
  const failures: [string, Parameters<Page['route']>[1]][] = [
    [
      'Failed to fetch data from the server. Please try again later.',
      (route) => route.fulfill({ status: 500, body: 'broken' }),
    ],
    ['No response from the server. Please check your connection.', (route) => route.abort()],
    ['An unexpected error occurred. Please try again.', (route) => route.fulfill({ status: 200, body: 'no list' })],
  ];
  const again = told(page).getByRole('button', { name: 'Try again' });
  for (const [at, [text, answer]] of failures.entries()) {
    await page.route(calls, answer);
    if (at === 0) await page.goto('/application?status=Rejected');
    else await again.click();
    await told(page).getByText(text).waitFor();
    await expect.poll(() => page.locator('tbody').count()).toBe(0);
  }
  await expectAccessible(page);
  await page.unroute(calls);
  await page.route(calls, () => {});
  const sign = told(page).getByText('No response from the server. Please check your connection.');
  await page.evaluate(limitedByClock);
  await expectGivenUpAfter(page, limits.listTimeoutMs, { send: () => again.click(), request: calls, sign });
  await page.evaluate(withoutLimit);
  await page.clock.resume();
  await page.unroute(calls);
  await again.click();
  await page.waitForSelector('tbody a');
  await expect.poll(() => told(page).count()).toBe(0);

  await page.getByRole('searchbox').fill('NOBODY');
  await page.getByText('No applications found.').waitFor();
  await expect.poll(() => page.locator('[role=status]', { hasText: "0 results for 'NOBODY'" }).count()).toBe(1);
  await expect
    .poll(() => page.getByText('Try fewer words, another spelling, the last digits of the phone number').count())
    .toBe(1);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page.locator('caption', { hasText: 'Show 1 to 10 entries' }).waitFor();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
  await expect.poll(() => new URL(page.url()).search).toBe('');

  await page.route(calls, (route) =>
    route.fulfill({ json: { applications: [], totalApplication: 0, totalPages: 0, asOf: 0 } }),
  );
  await page.locator('thead').getByRole('button', { name: 'Passport' }).click();
  await page.getByText('No applications found.').waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('link', { name: 'Add application' }).count()).toBe(2);
});

test('rows that arrive in time are drawn at once, later ones after skeleton rows of the same height', async () => {
  const { page } = await product.openPage({ as: 'admin', viewport: desktop });
  await page.addInitScript(() => {
    const look = () => document.querySelector('tbody[aria-hidden]') && Object.assign(window, { hadSkeleton: true });
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  const hadSkeleton = async () => {
    await page.goto('/application');
    await page.waitForSelector('tbody a[data-row]');
    return page.evaluate(() => 'hadSkeleton' in window);
  };
  // On a busy machine a single answer may be late.
  await expect.poll(hadSkeleton, { timeout: 60_000 }).toBe(false);

  const release = await hold(page, calls);
  await page.goto('/application', { waitUntil: 'commit' });
  await page.waitForSelector('tbody[aria-hidden]');
  await expect
    .poll(() => page.locator('section[aria-busy=true] > [role=status]').innerText())
    .toBe('Loading applications…');
  await expectAccessible(page);
  const boxes = () =>
    page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  const waiting = await boxes();
  expect(waiting.length).toBe(10);
  release();
  await page.waitForSelector('tbody a');
  await expect.poll(() => boxes()).toEqual(waiting);
});

test('a phone has cards, three to a screen, with everything that the table can do; the hint of the search has room in its box, on a phone and on a laptop', async () => {
  const { page } = await product.openPage({ as: 'super-admin', at: '/application', colorScheme: 'dark' });
  const cards = page.locator('main ul > li', { has: page.locator('a[data-row]') });
  await cards.first().waitFor();
  await expect.poll(() => page.locator('table').count()).toBe(0);
  await expect.poll(() => cards.count()).toBe(10);
  await expect.poll(() => page.getByText('Show 1 to 10 entries').count()).toBe(1);
  await expect.poll(() => fits(page)).toBe(true);
  await expectAccessible(page);
  await expectThreeToScreen(page);
  await page.getByLabel('Sort by').selectOption({ label: 'Passport, A to Z' });
  await page.waitForURL('**/application?sort=passport');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Show 11 to 20 entries').waitFor();
  await expect.poll(() => page.getByText('Page 2 of 5', { exact: true }).count()).toBe(1);
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=passport&page=2');
  for (const action of ['View', 'Edit', 'Delete']) {
    const box = await cards.first().getByText(action, { exact: true }).locator('..').boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => fits(page)).toBe(true);
  await page.setViewportSize({ width: 1366, height: 640 });
  await page.waitForSelector('tbody a');
  await expect.poll(() => roomForHint(page)).toBeGreaterThan(0);
});

test('in Bangla and in the dark numbers, captions, filters and the empty list are in Bangla, axe finds nothing, and a phone has the same room', async () => {
  const { page } = await product.openPage({
    as: 'super-admin',
    at: '/application',
    language: 'bn',
    colorScheme: 'dark',
    viewport: desktop,
  });
  await page.waitForSelector('tbody a');
  await expect.poll(() => page.innerText('caption')).toBe('১ থেকে ১০ পর্যন্ত দেখানো হচ্ছে');
  await expect.poll(() => page.innerText('section[aria-busy] > [role=status]')).toBe('৪৫টি আবেদন');
  // In the dark an unchecked box has the colour of the card.
  const box = page.locator('tbody input[type=checkbox]').first();
  const look = () =>
    box.evaluate((input) => [getComputedStyle(input).appearance, getComputedStyle(input).backgroundColor]);
  expect(await look()).toEqual(['none', 'rgb(16, 48, 59)']);
  await box.check();
  await expect.poll(async () => (await look())[0]).toBe('auto');
  await box.uncheck();
  await page.locator('main button[aria-expanded=false]').first().click();
  await page.waitForSelector('main input[aria-haspopup=dialog]');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 640 });
  await expect.poll(() => roomForHint(page)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect.poll(() => fits(page)).toBe(true);
  await expectThreeToScreen(page);
  await page.getByRole('searchbox').fill('ঘূর্ণিঝড়');
  await page.getByText(bn.empty).waitFor();
  await expectAccessible(page);
  await page.goto('/application?from=2026-01-02');
  await page.getByRole('button', { name: '২ জানু, ২০২৬ থেকে এসেছে' }).waitFor();
});

const filesMax = 20;

test(`the list asks for its rows with the document, and once, and needs at most ${filesMax} script files, all named by the document`, async () => {
  const { page } = await product.openPage({ as: 'admin' });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  let html = '';
  for (const [at, query] of [
    [
      '/application?status=Pending&page=2&sort=passport&order=desc',
      'page=2&limit=10&sort=passport&order=desc&status=Pending',
    ],
    ['/application', 'page=1&limit=10'],
  ] as const) {
    requests.length = 0;
    const document = await page.goto(at);
    await page.waitForSelector('main a[data-row]');
    html = (await document?.text()) ?? '';
    expect(document?.headers()['cache-control']).toBe('no-store');
    const paths = requests.map((request) => request.url().split(/(?<=\d)\//)[1] ?? '');
    const rows = `api/application/fetchApplication?${query}`;
    expect(paths.filter((path) => path.startsWith('api/application/'))).toEqual([rows]);
    const href = `/${rows.replaceAll('&', '&amp;')}`;
    expect(html).toContain(`<link rel="preload" as="fetch" crossorigin="anonymous" href="${href}"`);
    const scripts = paths.filter((path) => path.endsWith('.js'));
    expect(paths.indexOf(rows)).toBeLessThan(paths.indexOf(scripts[0] ?? ''));
    expect(scripts.length).toBeLessThanOrEqual(filesMax);
    for (const script of scripts) expect(html).toContain(`"/${script}"`);
  }

  // React Router writes `#` behind the URL of a sheet that an `import()` names as well.
  expect(html).not.toContain('.css#');
  const linked = () =>
    page.locator('link[rel=stylesheet]').evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  const before = await linked();
  for (const part of ['Filters', 'Views', 'Columns and rows', 'Download'])
    await page.getByRole('button', { name: part }).click();
  await page.getByRole('dialog', { name: 'Download' }).waitFor();
  const after = await linked();
  expect(after.length).toBeGreaterThan(before.length);
  expect(after).toEqual([...new Set(after)]);
});
