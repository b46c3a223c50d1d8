/** Which fonts a page requests, and when, since readers pay for the data. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openProduct } from './open-product.ts';

const product = openProduct();

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
