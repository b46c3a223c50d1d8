/** The cost of the list on a slow connection, where each file and each round trip counts. */
import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct({ rows: 45 });
const filesMax = 20;

test(`the list asks for its rows with the document, and once, and needs at most ${filesMax} script files, all of them named by the document, which is never cached`, async () => {
  const { page } = await product.openPage({ as: 'admin' });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  for (const [at, query] of [
    ['/application', 'page=1&limit=10'],
    ['/application?status=Pending&page=2', 'page=2&limit=10&status=Pending'],
    ['/application?sort=passport&order=desc&late=1', 'page=1&limit=10&sort=passport&order=desc&late=1'],
  ] as const) {
    requests.length = 0;
    const document = await page.goto(at);
    await page.waitForSelector('main a[data-row]');
    const html = (await document?.text()) ?? '';
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
});

test('no style sheet of the list is linked a second time after those that override it', async () => {
  const { page } = await product.openPage({ as: 'admin' });
  const document = await page.goto('/application');
  await page.waitForSelector('main a[data-row]');
  const html = await document?.text();
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

test('rows that arrive in time are drawn at once, later ones after a skeleton', async () => {
  const { page } = await product.openPage({ as: 'admin' });
  const skeleton = 'main :is(tbody, ul)[aria-hidden]';
  await page.addInitScript((selector) => {
    const look = () => document.querySelector(selector) && Object.assign(window, { hadSkeleton: true });
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  }, skeleton);
  const hadSkeleton = async () => {
    await page.goto('/application');
    await page.waitForSelector('main a[data-row]');
    return page.evaluate(() => 'hadSkeleton' in window);
  };
  // On a busy machine a single answer may be late.
  await expect.poll(hadSkeleton).toBe(false);

  const answer = await hold(page, '**/fetchApplication?*');
  await page.goto('/application', { waitUntil: 'commit' });
  await page.waitForSelector(skeleton, { state: 'attached' });
  answer();
  await page.waitForSelector('main a[data-row]');
});
