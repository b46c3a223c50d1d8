/** Selecting several applications in the list, and approving or assigning them in one dialogue. */
import { expect, test } from 'vitest';
import { slotNames } from '../../../contract/application-form.ts';
import { buildPhoto, formOf } from '../../build.ts';
import type { Staff } from '../../product.ts';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct({ rows: 15 });

test('several are selected by keyboard and mouse and approved in one dialogue that names them; one that changed meanwhile is reported and skipped', async () => {
  const staff = await product.staff('admin');
  const added = [];
  for (const passport of ['QC0000001', 'QC0000002', 'QC0000003', 'QC0000004']) {
    added.push(await product.addApplication({ passport }));
  }
  const [first, second, third, fourth] = added.map(({ passport }) => passport);
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: { width: 1366, height: 768 } });
  await page.waitForSelector('tbody a');
  const box = (passport = '') => page.locator('tbody').getByLabel(`, ${passport}`).and(page.getByRole('checkbox'));
  const bar = page.getByRole('region', { name: 'Selected applications' });

  // The newest is the first row. Shift selects the fourth to the second; the keyboard deselects the third and back.
  await box(fourth).click();
  await box(second).click({ modifiers: ['Shift'] });
  await bar.getByText('3 selected').waitFor();
  await box(third).focus();
  await page.keyboard.press('Space');
  await bar.getByText('2 selected').waitFor();
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
  // None of them has all its papers, so none is approved unless the user says so.
  expect(await question.getByLabel('Leave those and approve the rest').isChecked()).toBe(true);
  expect(await question.getByRole('button', { name: 'Approve 0' }).isDisabled()).toBe(true);
  const noneLeft = question.getByText('No application is left to approve.');
  await noneLeft.waitFor();
  await question.getByLabel('Approve those too').check();
  await expect.poll(() => noneLeft.count()).toBe(0);
  await question.getByRole('button', { name: 'Approve 3' }).click();
  const outcome = page.getByRole('dialog', { name: 'Not all were approved' });
  await outcome.getByText('2 applications have been approved.').waitFor();
  await outcome.getByText('Somebody else has changed this record in the meantime.').waitFor();
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

test('those of the selected ones that lack papers are not approved unless the user says so', async () => {
  const staff = await product.staff('admin');
  const [whole, lacking] = [await product.addApplication(), await product.addApplication()];
  const papers = Object.fromEntries(await Promise.all(slotNames.map(async (slot) => [slot, await buildPhoto()])));
  const added = await staff.call('updateAttachments', { params: { id: whole._id }, form: formOf({}, papers) });
  expect(added.ok).toBe(true);
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: { width: 1366, height: 768 } });
  for (const { passport } of [whole, lacking]) await page.getByRole('checkbox', { name: `, ${passport}` }).check();
  const bar = page.getByRole('region', { name: 'Selected applications' });
  await bar.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: 'Approve these 2 applications?' });
  await question.getByRole('radiogroup', { name: '1 of these lacks papers' }).waitFor();
  await question.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(() => bar.count()).toBe(0);
  const statusOf = async (id: string) => {
    const answer = await staff.call('application', { params: { id } });
    return answer.ok && answer.data.isStatus;
  };
  expect([await statusOf(whole._id), await statusOf(lacking._id)]).toEqual(['Approved', 'Pending']);
});

test('everything that the filter matches can be selected, more than the limit is refused, and unticking one leaves the rest of the page', async () => {
  const { page } = await product.openPage({
    as: 'admin',
    at: '/application',
    viewport: { width: 1366, height: 768 },
  });
  await page.waitForSelector('tbody a');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected applications' });
  await bar.getByRole('button', { name: /^Select all \d+ that match this filter/ }).click();
  await bar.getByText(/^At most 50 can be approved/).waitFor();
  expect(await bar.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  const third = page.locator('tbody').getByRole('checkbox').nth(2);
  await third.uncheck();
  await bar.getByText('9 selected').waitFor();
  expect(await third.isChecked()).toBe(false);
  await third.check();
  await bar.getByText('10 selected').waitFor();
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect.poll(() => bar.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Application List');
});

test('the selected ones are assigned in one dialogue, which names the assignees of others and takes theirs only on request', async () => {
  const [staff, owner] = [await product.staff('admin'), await product.staff('super-admin')];
  const passports = ['QD0000001', 'QD0000002', 'QD0000003'];
  const added = [];
  for (const passport of passports) added.push(await product.addApplication({ passport }));
  const ids = added.map(({ _id }) => _id);
  expect((await owner.call('assign', { json: { assignee: 'me', ids: ids.slice(0, 1) } })).ok).toBe(true);
  const [mine, theirs] = await Promise.all([nameOf(staff), nameOf(owner)]);
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: { width: 1366, height: 768 } });
  await page.waitForSelector('tbody a');
  const bar = page.getByRole('region', { name: 'Selected applications' });
  const choose = async () => {
    for (const passport of passports) await page.getByRole('checkbox', { name: `, ${passport}` }).check();
    await bar.getByText('3 selected').waitFor();
  };
  await choose();
  await bar.getByRole('button', { name: 'Assign' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Assign these 3 applications' });
  await question.getByText(`Assigned to ${theirs}`).waitFor();
  await expect.poll(() => question.getByLabel('Assign to').locator('option:checked').innerText()).toContain(mine);
  await question.getByRole('button', { name: 'Assign 3' }).click();
  await question
    .getByRole('alert')
    .filter({ hasText: `Some are already assigned: ${theirs} (1).` })
    .waitFor();
  expect(await question.getByLabel('Leave those and assign the rest').isChecked()).toBe(true);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Assign the rest' }).click();
  const outcome = page.getByRole('dialog', { name: 'Not all were assigned' });
  await outcome.getByText(`2 applications are assigned to ${mine}.`).waitFor();
  await outcome.getByText(`1 is still assigned to ${theirs}.`).waitFor();
  await outcome.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => bar.count()).toBe(0);
  expect(await holders(staff, ids)).toEqual([theirs, mine, mine]);

  await choose();
  await bar.getByRole('button', { name: 'Assign' }).click();
  await question.getByRole('button', { name: 'Assign 3' }).click();
  await question.getByLabel('Reassign those too').check();
  await question.getByRole('button', { name: 'Assign all' }).click();
  await expect.poll(() => bar.count()).toBe(0);
  expect(await holders(staff, ids)).toEqual([mine, mine, mine]);
});

test('everything that a filter matches is assigned, including other pages, and nothing else', async () => {
  const staff = await product.staff('admin');
  const found = await staff.call('applications', { query: { status: 'Rejected', limit: 50 } });
  const other = await product.addApplication({ passport: 'QE0000001' });
  for (let at = 0; at < 12; at++) {
    const { _id: id } = await product.addApplication({ passport: `QF00000${at + 10}` });
    expect((await staff.call('reject', { params: { id } })).ok).toBe(true);
  }
  const total = 12 + (found.ok ? found.data.totalApplication : 0);
  const { page } = await product.openPage({ as: staff, at: '/application?status=Rejected', language: 'bn' });
  await page.locator('main a[data-row]').first().waitFor();
  const bn = (value: number) => value.toLocaleString('bn-BD');
  for (const box of await page.getByRole('checkbox', { name: /^বেছে নিন: / }).all()) await box.check();
  const bar = page.getByRole('region', { name: 'বেছে নেওয়া আবেদন' });
  await bar.getByRole('button', { name: `এই ফিল্টারের ${bn(total)}টি আবেদনই বেছে নিন` }).click();
  await bar.getByRole('button', { name: 'দায়িত্ব দিন…' }).click();
  const question = page.getByRole('dialog', { name: `এই ${bn(total)}টি আবেদনের দায়িত্ব কে নেবেন?` });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByLabel('ব্যক্তি').selectOption({ index: 1 });
  await question.getByRole('button', { name: `${bn(total)}টির দায়িত্ব দিন` }).click();
  await expect.poll(() => bar.count()).toBe(0);
  const after = await staff.call('applications', { query: { status: 'Rejected', limit: 50 } });
  expect(after.ok && after.data.applications.filter(({ assigned }) => assigned === null)).toEqual([]);
  expect(await holders(staff, [other._id])).toEqual([null]);
});

async function nameOf(staff: Staff): Promise<string> {
  const answer = await staff.call('me');
  if (!answer.ok) throw new Error('no name');
  return answer.data.user.name;
}

async function holders(staff: Staff, ids: readonly string[]) {
  const answers = await Promise.all(ids.map((id) => staff.call('application', { params: { id } })));
  return answers.map((answer) => (answer.ok ? (answer.data.assigned?.name ?? null) : undefined));
}
