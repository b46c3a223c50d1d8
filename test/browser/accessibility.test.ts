/** Runs axe on every page of the site and the office, in both languages, on small and large screens. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publicPages } from '../../contract/pages.ts';
import { superAdmin } from '../product.ts';
import { addApplicant } from './applicant.ts';
import { expectAccessible, settled } from './browser.ts';
import { openProduct } from './open-product.ts';

const product = openProduct();

// axe takes long for a page on a busy machine.
const slow = 240_000;

const sizes = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
];

async function expectNoSideways(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
}

test.each(['en', 'bn'] as const)(
  'the public pages in %s have no findings',
  async (language) => {
    for (const viewport of sizes) {
      const { page } = await product.openPage({ viewport });
      for (const { [language]: path } of publicPages) {
        await page.goto(product.origin + path);
        await expectAccessible(page);
        await expectNoSideways(page);
      }
      await page.goto(`${product.origin}${language === 'bn' ? '/bn' : ''}/enquiry`);
      await page.click('form[method=post] button');
      await page.waitForSelector('[role=alert]');
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
      await expectAccessible(page);
      await expectNoSideways(page);
    }
  },
  slow,
);

test(
  'the set-up, the login, the profile and the signed-in page have no findings',
  async () => {
    for (const [index, viewport] of sizes.entries()) {
      const { page } = await product.openPage({ viewport });
      if (index === 0) {
        await page.goto(`${product.origin}/profile`);
        await page.waitForSelector('form');
        await expectAccessible(page);
        await product.staff();
      }
      await page.goto(`${product.origin}/login`);
      await page.waitForSelector('form');
      await expectAccessible(page);
      await page.click('form button');
      await page.waitForSelector('[role=alert]');
      await expectAccessible(page);
      await page.fill('#email', superAdmin.email);
      await page.fill('#password', superAdmin.password);
      await page.click('form button');
      await page.waitForURL('**/dashboard');
      for (const path of ['/dashboard', '/profile']) {
        await page.goto(product.origin + path);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        await settled(page);
        await expectAccessible(page);
        await expectNoSideways(page);
      }
    }
  },
  slow,
);

test.each(['', '/bn'])(
  'the applicant\'s copy under "%s" has no findings',
  async (base) => {
    const { person } = await addApplicant(await product.staff(), base ? 8 : 7, ['visa', 'jobLetter']);
    for (const viewport of sizes) {
      const { page } = await product.openPage({ viewport });
      await page.goto(`${product.origin}${base}/enquiry`);
      await page.fill('#passport', person.passport);
      await page.fill('#nationality', person.nationality);
      await page.fill('#birthDate-day', person.birthDate);
      await page.click('form[method=post] button');
      await page.waitForURL('**/view-one');
      await expectAccessible(page);
      await expectNoSideways(page);
    }
  },
  slow,
);
