/** Runs axe on every page of the site; the screens of the office have it in the files of their tests. */
import { expect, test } from 'vitest';
import { publicPages } from '../../contract/pages.ts';
import { addApplicant } from './applicant.ts';
import { expectAccessible } from './browser.ts';
import { openProduct } from './open-product.ts';

const product = openProduct();

const phone = { width: 320, height: 640 };
const desktop = { width: 1440, height: 900 };
/** Each language and each size once: what axe looks at depends on either, but not on both together. */
const readers = [
  { language: 'en', base: '', viewport: phone, index: 7 },
  { language: 'bn', base: '/bn', viewport: desktop, index: 8 },
] as const;

test.each(readers)(
  'the public pages in $language have no findings at $viewport.width px',
  async ({ language, base, viewport }) => {
    const { page } = await product.openPage({ viewport });
    for (const { [language]: path } of publicPages) {
      await page.goto(path);
      await expectAccessible(page);
    }
    await page.goto(`${base}/enquiry`);
    await page.click('form[method=post] button');
    await page.waitForSelector('[role=alert]');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    await expectAccessible(page);
  },
);

test.each(readers)(
  'the applicant’s copy in $language has no findings at $viewport.width px',
  async ({ base, viewport, index }) => {
    const { person } = await addApplicant(await product.staff(), index, ['visa', 'jobLetter']);
    const { page } = await product.openPage({ at: `${base}/enquiry`, viewport });
    await page.fill('#passport', person.passport);
    await page.fill('#nationality', person.nationality);
    await page.fill('#birthDate-day', person.birthDate);
    await page.click('form[method=post] button');
    await page.waitForURL('**/view-one');
    await expectAccessible(page);
  },
);
