/** Unlikely decisions, what the applicant reads after a decision, and how to withdraw a mistaken one. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import { dhakaDay } from '../../../contract/dates.ts';
import type { Role } from '../../../contract/roles.ts';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { dateInWords } from '../status-check.ts';

const product = openProduct();
const desktop = { width: 1366, height: 768 };

const open = async (
  { _id: id }: Application,
  as: Role = 'admin',
  options: Parameters<typeof product.openPage>[0] = {},
) => {
  const { page } = await product.openPage({ as, at: `/userView?id=${id}`, viewport: desktop, ...options });
  await page.locator('#copy-person').waitFor();
  return page;
};
const ask = async (page: Page, name: string) => {
  await page.getByRole('article').getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note for staff').waitFor();
  return dialog;
};
const entries = (page: Page) => page.locator('section[aria-labelledby=copy-history] li').allInnerTexts();
const stored = async ({ _id: id }: Application) => {
  const answer = await (await product.staff('admin')).call('application', { params: { id } });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data;
};

test('an unlikely decision is questioned, and saved only by a second deliberate press: a double click and a held Enter do not answer', async () => {
  const application = await product.addApplication();
  const page = await open(application);
  await page.clock.setFixedTime('2026-11-22T06:00:00Z');
  const dialog = await ask(page, 'Approve');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  const warnings = dialog.getByRole('alert');
  await warnings.getByText(/Not added yet: .*,/).waitFor();
  const again = dialog.getByRole('button', { name: 'Save anyway' });
  await again.evaluate((button) => {
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
    if (button.dispatchEvent(held)) (button as HTMLElement).click();
  });
  expect((await stored(application)).isStatus).toBe('Pending');
  await dialog.locator('#collectDate').fill('27/11/2026');
  await dialog.locator('#collectDate').press('Enter');
  await warnings.getByText(/closed on the collect date: Friday,? 27 November 2026/).waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(1);
  // A second Enter must not confirm, since the question was not read.
  await page.keyboard.press('Enter');
  expect((await stored(application)).isStatus).toBe('Pending');
  await expectAccessible(page);

  // A new warning is a new question; confirmed warnings are not asked again.
  await dialog.locator('#collectDate').fill('2062-11-28');
  await again.click();
  await warnings.getByText(/The collect date, Tuesday,? 28 November 2062, is more than a year away/).waitFor();
  await dialog.locator('#collectDate').fill('2026-11-29');
  await again.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored(application)).toMatchObject({ isStatus: 'Approved', pending: '2026-11-29' });
});

test('the dialogue says what the applicant will read, with the reason and apart from the note; an admin is offered no withdrawal', async () => {
  const application = await product.addApplication();
  const page = await open(application);
  const before = dhakaDay(new Date());
  const dialog = await ask(page, 'Reject');
  const outcome = dialog.getByRole('region', { name: 'The applicant will see' });
  // It may have become midnight in Dhaka in the meantime.
  const days = [before, dhakaDay(new Date())].map((day) => dateInWords(day, 'en').replace(',', ',?'));
  await outcome.getByText(new RegExp(`Your application was rejected on (${days.join('|')})`)).waitFor();
  const reason = dialog.getByLabel('Reason for the applicant');
  await reason.fill('x'.repeat(501));
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('#reason-error', { hasText: 'Please enter a reason of at most 500 characters' }).waitFor();
  await reason.fill('The job letter has no stamp.');
  await dialog.getByLabel('Note for staff').fill('Called twice.');
  await outcome.getByText('The job letter has no stamp.').waitFor();
  await expect.poll(() => outcome.innerText()).not.toContain('Called twice.');
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
  const [last] = (await stored(application)).history;
  expect(last).toMatchObject({ reason: 'The job letter has no stamp.', note: 'Called twice.' });
  await expect.poll(() => entries(page)).toEqual(expect.arrayContaining([expect.stringContaining('has no stamp')]));
  expect(await page.getByRole('button', { name: 'Withdraw this decision' }).count()).toBe(0);
});

test('the super admin withdraws a decision with a reason, and the history keeps it as withdrawn; one that somebody has made meanwhile stays, and so does what was typed', async () => {
  const application = await product.addApplication();
  const { _id: id } = application;
  const staff = await product.staff('admin');
  await staff.call('reject', { params: { id }, json: {} });
  const page = await open(application, 'super-admin');
  await page.getByRole('button', { name: 'Withdraw this decision' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await dialog.getByText('Please enter a reason of at most 500 characters').waitFor();
  expect((await stored(application)).isStatus).toBe('Rejected');
  const reason = dialog.getByLabel('Reason for withdrawing it');
  await reason.fill('The wrong person.');
  await expectAccessible(page);
  // Somebody else has decided meanwhile: that is not withdrawn, and what was typed stays.
  const other = await staff.call('reject', { params: { id }, json: { reason: 'Another reason.' } });
  expect(other.ok).toBe(true);
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.getByText('Another reason.').first().waitFor();
  await expect.poll(() => reason.inputValue()).toBe('The wrong person.');
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await page.locator('li[data-withdrawn]').count()).toBe(0);
  const owner = await product.staff('super-admin');
  const undone = await owner.call('withdrawDecision', { params: { id }, json: { reason: 'For the test.' } });
  expect(undone.ok).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Withdraw this decision' }).click();
  await reason.fill('The wrong person.');
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await dialog.waitFor({ state: 'detached' });
  const withdrawn = page.locator('li[data-withdrawn]');
  await withdrawn.getByText(/Withdrawn on .*: The wrong person\./).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Withdraw this decision' }).count()).toBe(0);
  expect((await stored(application)).isStatus).toBe('Pending');
});
