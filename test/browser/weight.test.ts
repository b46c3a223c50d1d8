/**
 * What a page brings, since readers pay for the data. Sizes are the same on every machine, so exceeding a size budget
 * fails; times are checked by hand. Which fonts a page requests, and when.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publicPages } from '../../contract/pages.ts';
import { type Budget, budgets, wireBudget } from '../../page-budgets/budgets.ts';
import { phone, weigh } from '../../page-budgets/weigh.ts';
import { openProduct } from './open-product.ts';

const product = openProduct({ rows: 45 });

const expectWithin = (bytes: number, { sentence, limit }: Budget) => expect(bytes, sentence).toBeLessThanOrEqual(limit);

test.each(publicPages.filter(({ isIndexed }) => isIndexed))(
  '$en brings no more than its budget, nor does $bn',
  async (page) => {
    for (const language of ['en', 'bn'] as const) {
      const { page: opened } = await product.openPage({ ...phone, hasEmptyCache: true });
      const { beforeFilm, scriptGzip, styleGzip } = await weigh(opened, page[language]);
      expectWithin(beforeFilm, wireBudget(page.en, language));
      expectWithin(scriptGzip, budgets.scriptGzip);
      expectWithin(styleGzip, budgets.styleGzip);
    }
  },
);

test('the login brings no more script than its budget, and the list of applications with all that it needs', async () => {
  const { page: outside } = await product.openPage({ hasEmptyCache: true });
  expectWithin((await weigh(outside, '/login')).scriptGzip, budgets.loginScript);
  const { page: inside } = await product.openPage({ as: 'admin', hasEmptyCache: true });
  const { scriptGzip } = await weigh(inside, '/application');
  await inside.waitForSelector('main a[data-row]');
  expectWithin(scriptGzip, budgets.listScript);
});

/** The requested fonts, each with whether the page had loaded by then. */
function fontsOf(page: Page) {
  const fonts: { name: string; wasLoaded: boolean }[] = [];
  let isLoaded = false;
  page.on('load', () => {
    isLoaded = true;
  });
  page.on('request', (request) => {
    const [, name] = /\/assets\/hind-siliguri-(\w+)-/.exec(request.url()) ?? [];
    if (name) fonts.push({ name, wasLoaded: isLoaded });
  });
  return fonts;
}
const isBangla = ({ name }: { name: string }) => name === 'bengali';
const familyOf = (page: Page) => page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily);

test('an English page requests no Bangla font, although it shows Bangla letters', async () => {
  const { page } = await product.openPage({ hasEmptyCache: true });
  const fonts = fontsOf(page);
  await page.goto(`${product.origin}/enquiry`);
  expect(await page.innerText('body')).toMatch(/[অ-হ]/);
  // A Bangla page requests its font after it has loaded.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  expect(fonts.map(({ name }) => name)).toEqual(['latin', 'latin']);
});

test('a Bangla page loads before it requests its font, and the next page has it cached', async () => {
  const { page } = await product.openPage({ hasEmptyCache: true });
  const fonts = fontsOf(page);
  await page.goto(`${product.origin}/bn/terms`);
  await expect
    .poll(() => fonts.filter(isBangla))
    .toEqual([
      { name: 'bengali', wasLoaded: true },
      { name: 'bengali', wasLoaded: true },
    ]);
  await expect.poll(() => familyOf(page)).toContain('Hind Siliguri Bangla');

  // The font is cached, so it is used even while the pictures never load.
  await page.route(/\.(avif|webp|png|jpg)$/, () => {});
  await page.goto(`${product.origin}/bn`, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => familyOf(page)).toContain('Hind Siliguri Bangla');
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
});

test('a Bangla page has its font without script too', async () => {
  const { page } = await product.openPage({ hasEmptyCache: true, javaScriptEnabled: false });
  const fonts = fontsOf(page);
  await page.goto(`${product.origin}/bn/terms`);
  await expect.poll(() => fonts.filter(isBangla)).toHaveLength(2);
});
