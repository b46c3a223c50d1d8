/** What the office shows and says when the server did the work, but its answer was lost on the way. */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { codeOf } from '../../../server/factors/codes.ts';
import { buildPhoto, formOf } from '../../build.ts';
import { dataOf } from '../../data-of.ts';
import { fileOf, headingsInEnglish, rowOf, uploadOf } from '../../import-files.ts';
import { expectGivenUpAfter } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addedClerk } from './added-clerk.ts';
import { insertedApplication } from './inserted-application.ts';
import { openScreen } from './screens.ts';
import { replaceSlides, titled } from './slide-set.ts';

const product = openProduct({ rows: 12 });
const viewport = { width: 1366, height: 768 };

/**
 * Breaks off the next request to the URL. The route stays for later ones: Playwright would otherwise switch interception
 * off at the moment at which the page requests again what may have changed.
 */
async function breakOff(page: Page, url: string, before = async (_: Route): Promise<unknown> => null): Promise<void> {
  let isNext = true;
  await page.route(url, async (route) => {
    if (!isNext) return route.continue();
    isNext = false;
    await before(route);
    await route.abort();
  });
}

/** The server does what the next request to the URL asks for, and the browser gets no answer. */
const loseAnswer = (page: Page, url: string) => breakOff(page, url, (route) => route.fetch());

test('an application whose erasing was not answered is not shown any more, and one that was erased meanwhile counts as erased', async () => {
  const { _id: id } = await insertedApplication(product, { passport: 'LA1000001' });
  const owner = await product.staff('super-admin');
  const { page } = await product.openPage({ as: owner, at: `/userView?id=${id}`, viewport });
  const dialog = page.getByRole('dialog', { name: 'Erase this application for good?' });
  const confirm = dialog.getByRole('button', { name: 'Erase for good' });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await reason.fill('Asked for by letter');
  await loseAnswer(page, '**/eraseApplication/*');
  await confirm.click();
  await page.getByRole('heading', { name: 'Application not found' }).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);

  const { _id: next } = await insertedApplication(product, { passport: 'LA1000002' });
  await owner.call('deleteApplication', { params: { id: next } });
  await openScreen(page, '/application?deleted=1');
  await page.getByRole('button', { name: /^Erase for good: .*LA1000002/ }).click();
  await reason.fill('Asked for by letter');
  dataOf(await owner.call('eraseApplication', { params: { id: next }, json: { reason: 'Asked for by telephone' } }));
  await confirm.click();
  await page.getByText('The application has been erased for good.').first().waitFor();
  await expect.poll(() => page.getByText('LA1000002').count()).toBe(0);
});

test('a document whose removal was not answered is not shown any more', async () => {
  const { _id: id } = await insertedApplication(product, { passport: 'LA2000001' });
  const staff = await product.staff('admin');
  dataOf(await staff.call('updateAttachments', { params: { id }, form: formOf({}, { file3: await buildPhoto() }) }));
  const { page } = await product.openPage({ as: staff, at: `/userView?id=${id}`, viewport });
  await page.getByRole('button', { name: 'Remove: Visa', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await loseAnswer(page, '**/updateApplicationAdd/*');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('listitem', { name: 'Visa', exact: true }).getByText('Empty').waitFor();
});

test('deleting again after no answer says that it is deleted, and offers to undo it', async () => {
  const { _id: id } = await insertedApplication(product, { passport: 'LA3000001' });
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff, at: '/application', viewport });
  await page.getByRole('button', { name: /^Delete .*LA3000001/ }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  await loseAnswer(page, '**/deleteApplication/*');
  await confirm.click();
  await page.getByText('Error deleting application.').waitFor();
  await confirm.click();
  await page.getByText('LA3000001, has been deleted.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('LA3000001, is back in the list.').waitFor();
  dataOf(await staff.call('application', { params: { id } }));
});

test('an undo of a deletion that was not answered can be pressed again, and then says that the application is back', async () => {
  const { _id: id } = await insertedApplication(product, { passport: 'LA7000001' });
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff, at: '/application', viewport });
  await page.getByRole('button', { name: /^Delete .*LA7000001/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await loseAnswer(page, '**/restoreApplication/*');
  await undo.click();
  await page.getByRole('alert').getByText('LA7000001: Error restoring application. Please try again.').waitFor();
  await undo.click();
  await page.getByText('LA7000001, is back in the list.').waitFor();
  await expect.poll(() => undo.count()).toBe(0);
  dataOf(await staff.call('application', { params: { id } }));
});

test('withdrawing again after no answer says that it is withdrawn, unless somebody else has changed the application instead', async () => {
  const { _id: id } = await insertedApplication(product, { passport: 'LA4000001' });
  const staff = await product.staff('super-admin');
  dataOf(await staff.call('reject', { params: { id } }));
  const { page } = await product.openPage({ as: staff, at: `/userView?id=${id}`, viewport });
  const dialog = page.getByRole('dialog', { name: 'Withdraw this decision?' });
  const confirm = dialog.getByRole('button', { name: 'Withdraw this decision' });
  const ask = async () => {
    await page.getByRole('button', { name: 'Withdraw this decision' }).click();
    await dialog.getByLabel('Reason for withdrawing it').fill('The wrong person');
  };
  await ask();
  await loseAnswer(page, '**/withdrawDecision/*');
  await confirm.click();
  await dialog.getByText('No response from server. Please try again.').waitFor();
  await confirm.click();
  // A dialogue that stays says why, or that it waits.
  await expect.poll(() => dialog.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))).toEqual([]);
  await page.locator('li[data-withdrawn]', { hasText: 'The wrong person' }).waitFor();
  const { history } = dataOf(await staff.call('application', { params: { id } }));
  expect(history.map(({ withdrawn }) => withdrawn?.reason)).toEqual(['The wrong person']);

  dataOf(await staff.call('reject', { params: { id } }));
  await page.reload();
  await ask();
  await breakOff(page, '**/withdrawDecision/*');
  await confirm.click();
  await dialog.getByRole('alert').waitFor();
  dataOf(await (await product.staff('admin')).call('approve', { params: { id } }));
  await confirm.click();
  await dialog.getByText('Somebody else has changed this record in the meantime.').waitFor();
});

test('a corrected reason that is saved again after no answer is not stored twice without a question, and a note not at all', async () => {
  const { _id: id } = await insertedApplication(product, { passport: 'LA6000001' });
  const staff = await product.staff('admin');
  const params = { id };
  dataOf(await staff.call('reject', { params, json: { reason: 'No stamp' } }));
  const { page } = await product.openPage({ as: staff, at: `/userView?id=${id}`, viewport });
  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note to the rejection?' });
  await dialog.getByLabel('Reason for the applicant').fill('No signature');
  const save = dialog.locator('button[type=submit]');
  await loseAnswer(page, '**/updateApplicationReject/*');
  await save.click();
  await dialog.getByText('The decision may still have been saved').waitFor();
  await save.click();
  await dialog.getByText('It is still Rejected, but something else has changed').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const { history } = dataOf(await staff.call('application', { params }));
  expect(history.map(({ reason }) => reason)).toEqual(['No stamp', 'No signature']);

  const note = page.getByRole('textbox', { name: 'New note' });
  await note.fill('Called him');
  await loseAnswer(page, '**/notes');
  const add = page.getByRole('button', { name: 'Add note' });
  await add.click();
  await page.getByRole('alert').getByText('No response from server. Please try again.').waitFor();
  await add.click();
  await page.getByText('Note added').first().waitFor();
  await expect.poll(() => note.inputValue()).toBe('');
  // The same text is a note of its own when it is typed anew.
  await note.fill('Called him');
  await add.click();
  await expect.poll(() => note.inputValue()).toBe('');
  const notes = dataOf(await staff.call('notes', { params }));
  expect(notes.map(({ text }) => text)).toEqual(['Called him', 'Called him']);
});

test('approving several again after no answer counts those that were approved, and approves the rest', async () => {
  const passports = ['LA5000001', 'LA5000002', 'LA5000003'];
  for (const passport of passports) await insertedApplication(product, { passport });
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff, at: '/application', viewport });
  for (const passport of passports) await page.getByRole('checkbox', { name: `, ${passport}` }).check();
  await page.getByRole('region', { name: 'Selected applications' }).getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Approve those too').check();
  const calls: { _id: string }[][] = [];
  await page.route('**/approveSeveral', async (route) => {
    const { applications } = route.request().postDataJSON();
    calls.push(applications);
    if (calls.length > 1) return route.continue();
    // The server was stopped before the last of them.
    await route.fetch({ postData: { applications: applications.slice(0, 2) } });
    await route.abort();
  });
  const confirm = dialog.getByRole('button', { name: 'Approve 3' });
  await confirm.click();
  await dialog.getByText('The server did not answer. Some may have been approved').waitFor();
  await confirm.click();
  await page.getByText('3 applications have been approved.').first().waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(calls[1]).toEqual(calls[0]?.slice(2));
});

test('a step to the next application whose page cannot be loaded says so, and can be tried again', async () => {
  const { page, complaints } = await product.openPage({ as: 'admin', at: '/application' });
  await page.waitForSelector('[data-rows] a[data-row]');
  await page.route('**/fetchApplication?page=2**', (route) => route.abort());
  await page.locator('a[data-row]').last().click();
  const bar = page.getByRole('navigation', { name: 'Move through the list' });
  await bar.getByText(/^10 of \d+$/).waitFor();
  const next = bar.getByRole('button', { name: 'Next' });
  await next.click();
  await page.getByRole('alert').getByText('No response from server. Please try again.').waitFor();
  // On a phone the bar is at the lower edge, and so is what it says.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.mouse.wheel(0, 2_000);
  await expect.poll(async () => (await page.getByRole('alert').boundingBox())?.y).toBeGreaterThan(500);
  await page.unroute('**/fetchApplication?page=2**');
  await next.click();
  await bar.getByText(/^11 of \d+$/).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  complaints.splice(0);
});

test('the title of a slide and the name of an admin that are typed back after no answer are stored as they were', async () => {
  const owner = await product.staff('super-admin');
  const [slide] = await replaceSlides(owner, ...titled('As it was'));
  const { page } = await product.openPage({ as: owner, at: `/editSlider?id=${slide?._id}`, viewport });
  const save = page.locator('main form button[type=submit]').first();
  const slideTitles = async () => dataOf(await owner.call('slides')).map(({ thumbnail }) => thumbnail);
  await page.fill('#thumbnail', 'Changed');
  await loseAnswer(page, '**/updateSlider/*');
  await save.click();
  await page.getByRole('alert').getByText('An unexpected error occurred').first().waitFor();
  expect(await slideTitles()).toEqual(['Changed']);
  await page.fill('#thumbnail', 'As it was');
  await save.click();
  await page.waitForURL('**/slider');
  expect(await slideTitles()).toEqual(['As it was']);

  const json = { name: 'Salma', email: 'salma@office.example', password: 'nine loud geese land' };
  const { _id: id } = dataOf(await owner.call('addUser', { json }));
  const userName = async () => dataOf(await owner.call('users')).find(({ _id }) => _id === id)?.name;
  await openScreen(page, `/editUserManagement?id=${id}`);
  await page.fill('#name', 'Salma Begum');
  await loseAnswer(page, '**/update_user/*');
  await save.click();
  await page.getByRole('alert').getByText('Error updating user. Please try again.').first().waitFor();
  expect(await userName()).toBe('Salma Begum');
  await page.fill('#name', 'Salma');
  await save.click();
  await page.waitForURL('**/userManagement');
  expect(await userName()).toBe('Salma');
});

test('two-step sign-in that was turned on without an answer is said to be on, with new codes to make; removing the app twice is no error', async () => {
  const clerk = await addedClerk(product, 'shirin');
  const { page } = await product.openPage({ as: clerk, at: '/setting', viewport });
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code shown in the app').fill(codeOf(secret, Math.floor(Date.now() / 30_000)));
  const turnOn = page.getByRole('button', { name: 'Turn on' });
  await loseAnswer(page, '**/api/users/totp');
  // Nor is there an answer to whether it is on.
  await page.route('**/api/users/factors', (route) => route.abort());
  await turnOn.click();
  await page.getByRole('alert').getByText('No response from server. Please try again.').waitFor();
  await page.unroute('**/api/users/factors');
  await turnOn.click();
  await page.getByText('Two-step sign-in is on.').waitFor();
  const unseen = page.getByRole('alert').getByText('the recovery codes did not arrive here');
  await unseen.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
  await page.getByRole('button', { name: 'Make new recovery codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make new recovery codes' }).click();
  await page.getByLabel('I have saved the codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  expect(await unseen.count()).toBe(0);

  await page.getByRole('button', { name: 'Remove the app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the app?' });
  const confirm = dialog.getByRole('button', { name: 'Remove the app' });
  await loseAnswer(page, '**/api/users/totp');
  await confirm.click();
  await dialog.getByText('No response from server. Please try again.').waitFor();
  await confirm.click();
  await page.getByText('Two-step sign-in is off.').waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(dataOf(await clerk.call('factors'))).toMatchObject({ totp: false });
});

test('removing an import again after no answer leads to the list of imports, which is without it', async () => {
  const staff = await product.staff('admin');
  for (const [at, name] of ['gone.csv', 'stays.csv'].entries()) {
    const file = await fileOf('csv', [headingsInEnglish, rowOf(at)]);
    dataOf(await staff.call('addImport', { form: uploadOf(file, name) }));
  }
  const { page } = await product.openPage({ as: staff, at: '/import', viewport });
  await page.getByRole('link', { name: 'gone.csv' }).click();
  await page.getByRole('heading', { name: 'What is in each column?' }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this import?' });
  const confirm = dialog.getByRole('button', { name: 'Remove' });
  await loseAnswer(page, '**/api/imports/*');
  await confirm.click();
  await dialog.getByText('No response from server').waitFor();
  await confirm.click();
  await page.waitForURL('**/import');
  await page.getByRole('link', { name: 'stays.csv' }).waitFor();
  await expect.poll(() => page.getByText('gone.csv').count()).toBe(0);
});

test('a download of the list that stalls can be cancelled, and ends by itself when no byte has come for twenty seconds', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/application', viewport, hasTimeLimits: true });
  const request = '**/api/application/export';
  const open = page.getByRole('button', { name: 'Download' });
  const dialog = page.getByRole('dialog', { name: 'Download the list' });
  const download = dialog.getByRole('button', { name: 'Download' });
  await page.route(request, () => {});
  await open.click();
  await dialog.getByText('applications, as shown in the list now').waitFor();
  const given = page.waitForEvent('requestfailed', (failed) => failed.url().endsWith('/export'));
  await download.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await given;
  await expect.poll(() => open.evaluate((element) => element === document.activeElement)).toBe(true);

  await open.click();
  await dialog.getByText('applications, as shown in the list now').waitFor();
  const sign = dialog.getByRole('alert');
  await expectGivenUpAfter(page, limits.downloadTimeoutMs, { send: () => download.click(), request, sign });
  await sign.getByText('No response from server. Please try again.').waitFor();
});
