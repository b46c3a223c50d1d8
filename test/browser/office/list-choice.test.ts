/** Choosing several applications in the list, and approving them by one question. */
import { expect, test } from 'vitest';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct({ rows: 15 });

test('by keys and by mouse several are chosen and approved by one question that names them; one that changed meanwhile is told and left', async () => {
  const staff = await product.staff('admin');
  const added = [];
  for (const passport of ['QC0000001', 'QC0000002', 'QC0000003', 'QC0000004']) {
    added.push(await product.addApplication({ passport }));
  }
  const [first, second, third, fourth] = added.map(({ passport }) => passport);
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: { width: 1366, height: 768 } });
  await page.waitForSelector('tbody a');
  const box = (passport = '') => page.locator('tbody').getByLabel(`, ${passport}`).and(page.getByRole('checkbox'));
  const bar = page.getByRole('region', { name: 'Chosen applications' });

  // The newest is the first row: from the fourth to the second with shift, the third is taken out by key again.
  await box(fourth).click();
  await box(second).click({ modifiers: ['Shift'] });
  await bar.getByText('3 chosen').waitFor();
  await box(third).focus();
  await page.keyboard.press('Space');
  await bar.getByText('2 chosen').waitFor();
  await page.keyboard.press('Space');
  await expectAccessible(page);
  expect(new URL(page.url()).pathname).toBe('/application');

  await bar.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: 'Approve these 3 applications?' });
  await question.waitFor();
  expect(await question.getByRole('listitem').allInnerTexts()).toEqual(
    expect.arrayContaining([fourth, third, second].map((passport) => expect.stringContaining(passport ?? ''))),
  );
  await expectAccessible(page);
  const other = await product.staff('super-admin');
  expect((await other.call('reject', { params: { id: added[2]?._id ?? '' } })).ok).toBe(true);
  await question.getByRole('button', { name: 'Approve 3' }).click();
  const outcome = page.getByRole('dialog', { name: 'Not all were approved' });
  await outcome.getByText('2 applications are approved.').waitFor();
  await outcome.getByText('Somebody else has changed this record meanwhile.').waitFor();
  await outcome.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => bar.count()).toBe(0);
  const statuses = await Promise.all(
    added.map(async ({ _id: id }) => {
      const answer = await staff.call('application', { params: { id } });
      return answer.ok && answer.data.isStatus;
    }),
  );
  expect(statuses).toEqual(['Pending', 'Approved', 'Rejected', 'Approved']);
  expect(first).toBe('QC0000001');
});

test('what the whole filter matches can be chosen, and more than the limit is refused with a sentence', async () => {
  const { page } = await product.openPage({
    as: 'admin',
    at: '/application?status=Pending',
    viewport: { width: 1366, height: 768 },
  });
  await page.waitForSelector('tbody a');
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Chosen applications' });
  const all = bar.getByRole('button', { name: /^Choose all \d+ that this filter matches/ });
  if (await all.count()) {
    await all.click();
    await bar.getByText(/^At most 50 can be approved/).waitFor();
    expect(await bar.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  }
  await bar.getByRole('button', { name: 'Choose none' }).click();
  await expect.poll(() => bar.count()).toBe(0);
});
