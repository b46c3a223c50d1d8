/** The page about the API in a browser: it fits, axe finds nothing, and the policy stops nothing that it needs. */
import { expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { openProduct } from './open-product.ts';

const product = openProduct();

test.each([
  { width: 320, height: 640, colorScheme: 'dark' as const },
  { width: 1440, height: 900, colorScheme: 'light' as const },
])(
  'the page about the API has no findings at $width px, in the $colorScheme scheme',
  async ({ colorScheme, ...viewport }) => {
    const { page } = await product.openPage({ viewport, colorScheme });
    await page.goto(`${product.origin}/api/docs`);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(['loaded', 'loaded']);
  },
  // axe takes long over so much text on a busy machine.
  240_000,
);

test('without script, a link of the contents leads to its call', async () => {
  const viewport = { width: 1440, height: 900 };
  const { page } = await product.openPage({ viewport, javaScriptEnabled: false });
  await page.goto(`${product.origin}/api/docs`);
  await page.getByRole('navigation').getByRole('link', { name: 'Approve an application' }).click();
  const title = page.getByRole('heading', { name: 'Approve an application' });
  const box = await title.boundingBox();
  expect(box && box.y >= 0 && box.y < 200).toBe(true);
});
