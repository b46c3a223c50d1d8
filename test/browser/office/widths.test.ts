/** Every screen of the office between the smallest phone and a wide desktop, for fingers and for the keyboard. */
import { expect, test } from 'vitest';
import { settled } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { screenAddresses } from './screens.ts';
import { targetFaults } from './targets.ts';

const product = openProduct({ rows: 12 });
/** One on each side of the breakpoints 576, 768, 992, 1200 and 1400 px; in Bangla the narrowest of each layout. */
const widths = {
  en: [320, 575, 577, 767, 769, 991, 993, 1199, 1201, 1399, 1401],
  bn: [320, 577, 769, 993, 1201, 1401],
};
/** Not every width in every language: neither targets nor rings depend on both together. */
const targetWidths = { en: 360, bn: 1440 };

test.each(['en', 'bn'] as const)(
  'no screen scrolls horizontally, has a target under 24 px or hides a focus ring, in %s',
  async (language) => {
    const staff = await product.staff('super-admin');
    const addresses = await screenAddresses(staff, `nadia.${language}@example.org`);
    const { page } = await product.openPage({ as: staff, language });
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      await expect.poll(() => new URL(page.url()).pathname).toBe(new URL(address, product.origin).pathname);
      for (const width of widths[language]) {
        await page.setViewportSize({ width, height: 800 });
        // The layout for phones is rendered a moment after the screen has become narrow.
        const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(excess, { message: `${address} at ${width}, pixels too wide` }).toBeLessThanOrEqual(0);
      }
      const width = targetWidths[language];
      await page.setViewportSize({ width, height: 768 });
      expect.soft(await targetFaults(page), `${address} at ${width}`).toEqual([]);
    }
  },
);

test('the submit button is the last button of its row, at the end', async () => {
  const { page } = await product.openPage({ as: 'super-admin' });
  for (const screen of ['addUserManagement', 'addSliders', 'profile', 'setting', 'addUserApplication']) {
    await page.goto(`/${screen}`);
    const submit = page.locator('main form button[type=submit]').last();
    await submit.waitFor();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const beside = () =>
        submit.evaluate((button) => {
          const row = button.parentElement?.getBoundingClientRect();
          const isGrid = row === undefined || row.width === 0;
          const end = isGrid ? innerWidth - 24 : row.right;
          return {
            after: button.nextElementSibling?.tagName,
            isAtEnd: end - button.getBoundingClientRect().right < 25,
          };
        });
      await expect.poll(beside, { message: `${screen} at ${width}` }).toEqual({ after: undefined, isAtEnd: true });
    }
  }
});
