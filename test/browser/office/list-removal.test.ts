/** Deleting from the list, undoing it, and the list of what was deleted. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, dhakaDay, dhakaMidnight } from '../../../contract/dates.ts';
import { limits } from '../../../contract/limits.ts';
import { dataOf } from '../../data-of.ts';
import { expectAccessible, expectGivenUpAfter } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct({ rows: 28 });
const desktop = { width: 1440, height: 900 };

/** Opens the list, filtered to the applicant of this test. */
async function openOn(passport: string, options: { hasTimeLimits?: boolean } = {}) {
  const staff = await product.staff('admin');
  const application = await product.addApplication({ passport });
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: desktop, ...options });
  await page.getByRole('searchbox').fill(passport);
  await page.locator('[role=status]', { hasText: `1 result for '${passport}'` }).waitFor();
  const name = `${application.givenN} ${application.surname}`;
  return { staff, page, application, name };
}

const remove = (page: Page) => page.getByRole('button', { name: /^Delete .+,/ }).click();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete this application?' });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
const problem = (page: Page) => dialog(page).getByRole('alert');

test('deleting asks first with name, passport and status, and can be undone on the same screen', async () => {
  const { page, staff, application, name } = await openOn('RA1000001');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await remove(page);
  await dialog(page).waitFor();
  const question = await dialog(page).innerText();
  for (const part of [name, 'RA1000001', 'Pending', '30 days']) expect(question).toContain(part);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Delete /);
  expect(calls.filter((call) => call.includes('/api/'))).toEqual([]);

  await remove(page);
  await confirm(page);
  await page.getByText(`${name}, RA1000001, has been deleted.`).waitFor();
  await page.getByText('Application deleted.').waitFor();
  await page.locator('[role=status]', { hasText: "0 results for 'RA1000001'" }).waitFor();
  expect(calls.filter((call) => call.includes('/api/application/'))).toEqual([
    `DELETE /api/application/deleteApplication/${application._id}`,
    'POST /api/application/fetchApplication',
  ]);
  expect((await staff.call('application', { params: { id: application._id } })).status).toBe(404);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await page.getByText(`${name}, RA1000001, is back in the list.`).waitFor();
  await page.locator('[role=status]', { hasText: "1 result for 'RA1000001'" }).waitFor();
  expect((await staff.call('application', { params: { id: application._id } })).status).toBe(200);
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect.poll(() => page.getByText('is back in the list').count()).toBe(0);
});

test('deleting the last record of a page shows the page before', async () => {
  const staff = await product.staff('admin');
  const search = 'a';
  const { applications, totalApplication } = dataOf(await staff.call('searchApplications', { json: { search } }));
  const tooMany = applications.slice(0, (totalApplication - 1) % 10);
  for (const { _id: id } of tooMany) dataOf(await staff.call('deleteApplication', { params: { id } }));
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: desktop });
  await page.getByRole('searchbox').fill(search);
  await page.locator('[role=status]', { hasText: '11 results' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.locator('caption', { hasText: 'Show 11 to 11 entries' }).waitFor();
  await remove(page);
  await confirm(page);
  await page.locator('caption', { hasText: 'Show 1 to 10 entries' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(search);
});

test('when deleting does not succeed, the dialogue stays and says why: an invalid id without asking the server, a failure, no answer, and none within ten seconds', async () => {
  const passport = 'RC3000001';
  const { page } = await openOn(passport, { hasTimeLimits: true });
  const request = '**/deleteApplication/*';
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  const findAs = async (id: RegExp, text: string) => {
    await page.getByRole('searchbox').fill(text);
    await page.locator('[role=status]', { hasText: `1 result for '${text}'` }).waitFor();
    await expect.poll(() => page.locator('tbody a[data-row]').getAttribute('data-row')).toMatch(id);
  };
  const cancel = async () => {
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
  };
  await page.route(/fetchApplication/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const application of body.applications) application._id = 'abc123';
    await route.fulfill({ response, json: body });
  });
  await findAs(/^abc123$/, passport.slice(0, -1));
  await remove(page);
  await confirm(page);
  await expect.poll(() => problem(page).innerText()).toBe('Invalid ID format.');
  expect(sent).not.toContain('DELETE');
  await cancel();
  await page.unroute(/fetchApplication/);
  await findAs(/^[0-9a-f]{24}$/, passport);

  await page.route(request, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await remove(page);
  await confirm(page);
  await expect.poll(() => problem(page).innerText()).toBe('Failed to delete application.');
  await expectAccessible(page);
  await cancel();
  await remove(page);
  await dialog(page).waitFor();
  await expect.poll(() => problem(page).count()).toBe(0);
  await page.unroute(request);
  const text = 'Error deleting application. Please try again.';
  await page.route(request, (route) => route.abort());
  await confirm(page);
  await expect.poll(() => problem(page).innerText()).toBe(text);
  await page.unroute(request);
  await cancel();
  await page.route(request, async () => {});
  await remove(page);
  await expectGivenUpAfter(page, limits.listTimeoutMs, { send: () => confirm(page), request, sign: problem(page) });
  await expect.poll(() => problem(page).innerText()).toBe(text);
});

test('deleted applications are found by their filter and restored, unless their passport was taken meanwhile', async () => {
  const staff = await product.staff('admin');
  const application = await product.addApplication({ passport: 'RD4000001' });
  const name = `${application.givenN} ${application.surname}`;
  dataOf(await staff.call('deleteApplication', { params: { id: application._id } }));
  const taken = await product.addApplication({ passport: 'RD4000001' });
  const { page } = await product.openPage({ as: staff, at: '/application?deleted=1', viewport: desktop });
  const restore = page.getByRole('button', { name: `Restore ${name}, RD4000001` });
  await restore.waitFor();
  await expect.poll(() => page.getByText('for 30 days. After that they are gone for good.').count()).toBe(1);
  await expect.poll(() => page.locator('tbody a').count()).toBe(0);

  await restore.click();
  const alert = page.getByRole('alert').filter({ hasText: 'RD4000001' });
  await alert.waitFor();
  await expect
    .poll(() => alert.locator('span').first().innerText())
    .toBe(`${name}, RD4000001: User passport already exists. Please try another passport.`);
  dataOf(await staff.call('deleteApplication', { params: { id: taken._id } }));
  await page.route('**/restoreApplication/*', (route) => route.abort());
  await restore.click();
  await page.getByText('Error restoring application. Please try again.').waitFor();
  await page.unroute('**/restoreApplication/*');
  await page.route('**/restoreApplication/*', (route) => route.fulfill({ status: 503, body: 'busy' }));
  await restore.click();
  await page.getByText('Failed to restore application.').waitFor();
  await page.unroute('**/restoreApplication/*');
  await restore.click();
  await page.getByText(`${name}, RD4000001, is back in the list.`).waitFor();
  await restore.waitFor({ state: 'hidden' });
  await page.getByRole('status').getByRole('link', { name: 'View' }).click();
  await page.waitForURL(`**/userView?id=${application._id}`);
});

test('deleted applications show when and by whom they were deleted, and how many days they can still be restored', async () => {
  const owner = await product.staff('super-admin');
  const { user } = dataOf(await owner.call('me'));
  const ages = new Map([
    ['RE5000001', 0],
    ['RE5000002', 29],
    ['RE5000003', 30],
  ]);
  for (const passport of ages.keys()) {
    const { _id: id } = await product.addApplication({ passport });
    dataOf(await owner.call('deleteApplication', { params: { id } }));
  }
  // The last moment of that day, before the sweep removes them for good.
  const daysAgo = (days: number) => addDays(dhakaDay(new Date()), -days);
  await product.withResources(async ({ database }) => {
    for (const [passport, days] of ages) {
      if (days === 0) continue;
      const deletedAt = new Date(Date.parse(dhakaMidnight(daysAgo(days - 1))) - 1).toISOString();
      await database.db.updateTable('application').set({ deletedAt }).where('passport', '=', passport).execute();
    }
  });
  const { page } = await product.openPage({ as: 'admin', at: '/application?deleted=1', viewport: desktop });
  const rowOf = (passport: string) => page.locator('tbody tr, main li', { hasText: passport });
  const remaining = ['30 days left', '1 day left', 'Last day'];
  const expectTold = async () => {
    for (const [at, [passport, days]] of [...ages].entries()) {
      const rowText = await rowOf(passport).innerText();
      for (const part of [daysAgo(days), remaining[at] ?? '', `by ${user.name}`]) expect(rowText).toContain(part);
    }
  };
  await rowOf('RE5000003').waitFor();
  await expectTold();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Deleted' }).count()).toBe(1);
  await expectAccessible(page);
  for (const width of [992, 640]) {
    await page.setViewportSize({ width, height: 900 });
    await expectTold();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('main li').first().waitFor();
  await expectTold();
  await expectAccessible(page);
});

test('the button that undoes a deletion stays when the deletion of another application is cancelled', async () => {
  const { page, name } = await openOn('RG7000001');
  await product.addApplication({ passport: 'RG7000002' });
  await page.getByRole('searchbox').fill('RG700000');
  await page.locator('[role=status]', { hasText: "2 results for 'RG700000'" }).waitFor();
  await page.getByRole('button', { name: /^Delete .+RG7000001/ }).click();
  await confirm(page);
  await page.getByText(`${name}, RG7000001, has been deleted.`).waitFor();
  await page.locator('[role=status]', { hasText: "1 result for 'RG700000'" }).waitFor();
  await remove(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${name}, RG7000001, is back in the list.`).waitFor();
});
