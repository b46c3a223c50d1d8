/** Every screen of the office between the smallest phone and a wide desktop, for fingers and for the keyboard. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { brokenWords, expectNoSidewaysScroll, settled } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { openScreen, screenAddresses } from './screens.ts';
import { targetFaults } from './targets.ts';

const product = openProduct({ rows: 12 });
/** The narrowest of each layout: the breakpoints are 576, 768, 992, 1200 and 1400 px. */
const widths = [320, 577, 769, 993, 1201, 1401];
/** Not every width in every language: neither targets nor rings depend on both together. */
const targetWidths = { en: 360, bn: 1440 };

test.each(['en', 'bn'] as const)(
  'no screen scrolls horizontally, has a target under 24 px, hides a focus ring, breaks a word of a table or has a button after the one that submits, in %s',
  async (language) => {
    const staff = await product.staff('super-admin');
    const addresses = await screenAddresses(staff, `nadia.${language}@example.org`);
    const { page } = await product.openPage({ as: staff, language, at: '/application?late=1' });
    for (const address of addresses) {
      await openScreen(page, address);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      await expect.poll(() => new URL(page.url()).pathname).toBe(new URL(address, product.origin).pathname);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        // The layout for phones is rendered a moment after the screen has become narrow.
        const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(excess, { message: `${address} at ${width}, pixels too wide` }).toBeLessThanOrEqual(0);
        if (tableScreens.includes(address) && width === 769) expect.soft(await page.evaluate(brokenWords)).toEqual([]);
        if (formScreens.includes(address) && [320, 769, 1401].includes(width)) await expectSubmitLast(page, width);
      }
      const width = targetWidths[language];
      await page.setViewportSize({ width, height: 768 });
      expect.soft(await targetFaults(page), `${address} at ${width}`).toEqual([]);
    }
  },
);

test.each(['en', 'bn'] as const)(
  'from 320 px on every choice of the status filter is whole, and the page with an open calendar is no wider, in %s',
  async (language) => {
    const viewport = { width: 320, height: 800 };
    const { page } = await product.openPage({ as: 'admin', language, at: '/application', viewport });
    const choices = page.getByRole('radiogroup').first();
    await choices.waitFor();
    await settled(page);
    const cutOff = () =>
      choices.evaluate((group) =>
        [...group.querySelectorAll('label')]
          .filter((label) => {
            const text = document.createRange();
            text.selectNodeContents(label);
            const { left, right } = text.getBoundingClientRect();
            const edges = [group, label].map((box) => box.getBoundingClientRect());
            return edges.some((edge) => left < edge.left || right > edge.right);
          })
          .map((label) => label.textContent),
      );
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ ...viewport, width });
      expect.soft(await cutOff(), `at ${width}`).toEqual([]);
    }
    await page.setViewportSize(viewport);
    await page.locator('main button[aria-expanded=false]').first().click();
    const days = page.locator('main input[aria-haspopup=dialog]');
    await days.first().waitFor();
    for (const day of await days.all()) {
      await day.press('ArrowDown');
      await page.locator('[role=dialog] table').waitFor();
      await expectNoSidewaysScroll(page);
      await page.keyboard.press('Escape');
      await page.locator('[role=dialog] table').waitFor({ state: 'detached' });
    }
    await openScreen(page, '/addUserApplication');
    await page.press('#dob', 'ArrowDown');
    await page.locator('[role=dialog] table').waitFor();
    await expectNoSidewaysScroll(page);
  },
);

/** The screens whose table shares its width among cells of prose. */
const tableScreens = ['/auditLog', '/userManagement'];

/** The screens whose last form has a row of buttons. */
const formScreens = ['/addUserManagement', '/addSliders', '/profile', '/setting', '/addUserApplication'];

/** The submit button is the last button of its row, at the end. */
async function expectSubmitLast(page: Page, width: number): Promise<void> {
  const submit = page.locator('main form button[type=submit]').last();
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
  await expect.poll(beside, { message: `${page.url()} at ${width}` }).toEqual({ after: undefined, isAtEnd: true });
}
