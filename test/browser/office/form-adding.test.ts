/** What makes adding short: the same employer again, pasted text, the camera of a phone, and a draft that outlives its tab. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { employerFields, type FormField, formFieldNames } from '../../../contract/application-form.ts';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, somebody, type } from './application-typing.ts';

const product = openProduct();
const desk = { viewport: { width: 1366, height: 768 } };

const active = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function valuesOf(page: Page): Promise<Record<FormField, string>> {
  const entries = await Promise.all(
    formFieldNames.map(async (name) => [
      name,
      name === 'sex'
        ? (await page.locator('input[name=sex]:checked').count())
          ? 'chosen'
          : ''
        : await page.inputValue(`#${name}`),
    ]),
  );
  return Object.fromEntries(entries);
}

test('another for the same employer keeps its fields, says so, passes over them and can empty them', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, language: 'bn', ...desk });
  const first = somebody({ jobTitle: 'Welder' });
  await type(page, first);
  await choosePhoto(page);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/application');
  await page.locator('[aria-keyshortcuts=n]').waitFor();
  await page.keyboard.press('n');
  await page.waitForURL(`**${addPath}`);
  await expect.poll(() => active(page)).toBe('surname');
  const values = await valuesOf(page);
  for (const name of formFieldNames) expect(values[name]).toBe(employerFields.includes(name) ? first[name] : '');
  expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(first.company);

  await page.focus('#nationalId');
  await page.keyboard.press('Enter');
  await expect.poll(() => active(page)).toBe('passport');
  const notice = page.getByRole('status').filter({ hasText: 'রাখা হয়েছে' });
  await notice.getByRole('button').first().click();
  await expect.poll(() => page.inputValue('#company')).toBe('');
  await page.getByRole('button', { name: 'আবার পূরণ করুন' }).click();
  await expect.poll(() => page.inputValue('#company')).toBe(first.company);
  await expectAccessible(page);
  // Nothing was typed, so nothing is asked on leaving.
  await page.getByRole('complementary').locator('a[href$="/dashboard"]').click();
  await page.waitForURL('**/dashboard');
});
