/** What the office sees of a passport with too many attempts, and how it unblocks the applicant. */
import { expect, test } from 'vitest';
import { guessAllDay } from '../../guessing.ts';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct({ rows: 3 });

test('the dashboard’s count leads to its list and to the record, where staff lift the block', async () => {
  const { _id: id, passport, currentN, dob } = await product.addApplication({ passport: 'EB5550001' });
  const { page } = await product.openPage({ as: 'admin', at: '/dashboard', viewport: { width: 1440, height: 900 } });
  const line = page.getByRole('link', { name: 'Tried too often' });
  await expect.poll(() => line.innerText()).toMatch(/ 0$|\n0$/);
  await product.withResources((harness) => guessAllDay(harness, { passport, id }));
  await page.reload();
  await expect.poll(() => line.innerText()).toMatch(/\s1$/);
  await expectAccessible(page);
  await line.click();
  await page.waitForURL('**/application?guessed=1');
  await page.getByText(passport).first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Remove the filter: Tried too often' }).count()).toBe(1);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);

  await page.goto(`/userView?id=${id}`);
  const notice = page.getByRole('region', { name: 'Tried 15 times, not found' });
  await notice.waitFor();
  await expectAccessible(page);
  const enquire = async () => {
    const body = JSON.stringify({ search: passport, search1: currentN, search2: dob });
    const url = `${product.origin}/api/application/fetchApplicationEnquiry`;
    return (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status;
  };
  expect(await enquire()).toBe(429);
  await notice.getByRole('button', { name: 'Allow searching again' }).click();
  await page.getByText('The passport number can be searched for again.').first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('copy-person');
  expect(await enquire()).toBe(200);
});

test('after the block has ended the record still says what happened, until somebody has looked at it', async () => {
  const { _id: id, passport } = await product.addApplication({ passport: 'EB5550002' });
  await product.withResources((harness) => guessAllDay(harness, { passport, id, hoursAgo: 25 }));
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${id}` });
  const notice = page.getByRole('region', { name: 'Tried 15 times, not found' });
  await notice.getByText('It can be searched for again.').waitFor();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Mark as looked at' }).click();
  await page.getByText('The notice has been removed for everybody.').first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
  await page.goto('/dashboard');
  await expect.poll(() => page.getByRole('link', { name: 'Tried too often' }).innerText()).toMatch(/\s0$/);
});
