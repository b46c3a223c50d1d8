/** Deleting from the list, undoing it, and the list of what was deleted. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import { addDays, dhakaDay, dhakaMidnight } from '../../../contract/dates.ts';
import { limits } from '../../../contract/limits.ts';
import { dataOf } from '../../data-of.ts';
import type { Staff } from '../../product.ts';
import { expectAccessible, expectGivenUpAfter, limitedByClock } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct({ rows: 28 });
const desktop = { width: 1440, height: 900 };

const nameOf = ({ givenN, surname }: Application) => `${givenN} ${surname}`;

/** The oldest applications, of which each test takes its own. */
async function applicationsOf(staff: Staff, from: number, count: number): Promise<Application[]> {
  const query = { sort: 'createdAt', order: 'asc', limit: 25 } as const;
  return dataOf(await staff.call('applications', { query })).applications.slice(from, from + count);
}

const remove = (page: Page) => page.getByRole('button', { name: /^Delete .+,/ }).click();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete this application?' });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
const problem = (page: Page) => dialog(page).getByRole('alert');

test('deleting asks first with name, passport and status, and can be undone on the same screen, also after the deletion of another application was cancelled', async () => {
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: desktop });
  const { applications, totalApplication: total } = dataOf(await staff.call('applications'));
  const [application, other] = applications;
  if (!application || !other) throw new Error('The list is too short.');
  const { _id: id, passport, isStatus } = application;
  const name = nameOf(application);
  const removeOne = (passport: string) =>
    page.getByRole('button', { name: new RegExp(`^Delete .+, ${passport}$`) }).click();
  await page.getByRole('status').getByText(`${total} applications`).waitFor();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await removeOne(passport);
  await dialog(page).waitFor();
  const question = await dialog(page).innerText();
  for (const part of [name, passport, isStatus, '30 days']) expect(question).toContain(part);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Delete /);
  expect(calls.filter((call) => call.includes('/api/'))).toEqual([]);

  await removeOne(passport);
  await confirm(page);
  await Promise.all([
    page.getByText(`${name}, ${passport}, has been deleted.`).waitFor(),
    page.getByText('Application deleted.').waitFor(),
  ]);
  await page
    .getByRole('status')
    .getByText(`${total - 1} applications`)
    .waitFor();
  expect(calls.filter((call) => call.includes('/api/application/'))).toEqual([
    `DELETE /api/application/deleteApplication/${id}`,
    'GET /api/application/fetchApplication',
  ]);
  expect((await staff.call('application', { params: { id } })).status).toBe(404);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectAccessible(page);

  await removeOne(other.passport);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await page.getByText(`${name}, ${passport}, is back in the list.`).waitFor();
  await page.getByRole('status').getByText(`${total} applications`).waitFor();
  expect((await staff.call('application', { params: { id } })).status).toBe(200);
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect.poll(() => page.getByText('is back in the list').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('main section'))).toBe(true);
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
  const staff = await product.staff('admin');
  const [application] = await applicationsOf(staff, 0, 1);
  const passport = application?.passport ?? '';
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: desktop });
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
  await findAs(/^abc123$/, passport.toLowerCase());
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
  await page.evaluate(limitedByClock);
  await expectGivenUpAfter(page, limits.listTimeoutMs, { send: () => confirm(page), request, sign: problem(page) });
  await expect.poll(() => problem(page).innerText()).toBe(text);
});

test('deleted applications show when and by whom they were deleted, and how many days they can still be restored, which they are unless their passport was taken meanwhile', async () => {
  const owner = await product.staff('super-admin');
  const { user } = dataOf(await owner.call('me'));
  const applications = await applicationsOf(owner, 1, 3);
  const ages = new Map(applications.map(({ passport }, at) => [passport, [0, 29, 30][at] ?? 0]));
  for (const { _id: id } of applications) dataOf(await owner.call('deleteApplication', { params: { id } }));
  const [taken, , last] = applications;
  if (!taken || !last) throw new Error('The list is too short.');
  const { passport } = taken;
  const successor = await product.addApplication({ passport });
  // The last moment of that day, before the sweep removes them for good.
  const daysAgo = (days: number) => addDays(dhakaDay(new Date()), -days);
  await product.withResources(async ({ database }) => {
    for (const [passport, days] of ages) {
      if (days === 0) continue;
      const deletedAt = new Date(Date.parse(dhakaMidnight(daysAgo(days - 1))) - 1).toISOString();
      await database.db.updateTable('application').set({ deletedAt }).where('passport', '=', passport).execute();
    }
  });
  // The super admin has every button of an admin, and more.
  const { page } = await product.openPage({ as: 'super-admin', at: '/application?deleted=1', viewport: desktop });
  const rowOf = (passport: string) => page.locator('tbody tr, main li', { hasText: passport });
  const remaining = ['30 days left', '1 day left', 'Last day'];
  const expectTold = async () => {
    for (const [at, [passport, days]] of [...ages].entries()) {
      const rowText = await rowOf(passport).innerText();
      for (const part of [daysAgo(days), remaining[at] ?? '', `by ${user.name}`]) expect(rowText).toContain(part);
    }
  };
  await rowOf(last.passport).waitFor();
  await page.getByText('for 30 days. After that they are gone for good.').waitFor();
  expect(await page.locator('tbody a').count()).toBe(0);
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

  await page.setViewportSize(desktop);
  const name = nameOf(taken);
  const restore = page.getByRole('button', { name: `Restore ${name}, ${passport}` });
  await restore.click();
  const alert = page.getByRole('alert').filter({ hasText: passport });
  await alert.waitFor();
  await expect
    .poll(() => alert.locator('span').first().innerText())
    .toBe(`${name}, ${passport}: User passport already exists. Please try another passport.`);
  dataOf(await owner.call('deleteApplication', { params: { id: successor._id } }));
  await page.route('**/restoreApplication/*', (route) => route.abort());
  await restore.click();
  await page.getByText('Error restoring application. Please try again.').waitFor();
  await page.unroute('**/restoreApplication/*');
  await page.route('**/restoreApplication/*', (route) => route.fulfill({ status: 503, body: 'busy' }));
  await restore.click();
  await page.getByText('Failed to restore application.').waitFor();
  await page.unroute('**/restoreApplication/*');
  await restore.click();
  await page.getByText(`${name}, ${passport}, is back in the list.`).waitFor();
  await restore.waitFor({ state: 'hidden' });
  await page.getByRole('status').getByRole('link', { name: 'View' }).click();
  await page.waitForURL(`**/userView?id=${taken._id}`);
});

test('a deleted application that is held has no last day, and can be restored when others could not be any more', async () => {
  const owner = await product.staff('super-admin');
  const [held, other] = [
    await insertedApplication(product, { passport: 'LR7000001' }),
    await insertedApplication(product, { passport: 'LR7000002' }),
  ];
  for (const { _id: id } of [held, other]) dataOf(await owner.call('deleteApplication', { params: { id } }));
  const json = { hold: true, reason: 'A court has asked for it' };
  dataOf(await owner.call('holdApplication', { params: { id: held._id }, json }));
  const deletedAt = new Date(Date.now() - (limits.restoreDays + 1) * 86_400_000).toISOString();
  await product.withResources(({ database }) =>
    database.db.updateTable('application').set({ deletedAt }).where('id', '=', held._id).execute(),
  );
  const { page } = await product.openPage({ as: 'admin', at: '/application?deleted=1', viewport: desktop });
  const rowOf = (passport: string) => page.locator('tbody tr', { hasText: passport });
  await rowOf(other.passport).getByText('30 days left').waitFor();
  const rowText = await rowOf(held.passport).innerText();
  expect(rowText).toContain(dhakaDay(new Date(deletedAt)));
  expect(rowText).not.toMatch(/last day|left/i);
  await page.getByRole('button', { name: /^Restore .*LR7000001$/ }).click();
  await page.getByText('LR7000001, is back in the list.').waitFor();
  dataOf(await owner.call('application', { params: { id: held._id } }));
});
