/** How a spreadsheet is imported as applications, and how the import is undone. */
import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { formFieldNames } from '../../../contract/application-form.ts';
import { limits } from '../../../contract/limits.ts';
import { dataOf } from '../../data-of.ts';
import { columnOf, fileOf, headingsInEnglish, rowOf, uploadOf } from '../../import-files.ts';
import { tableIn } from '../../spreadsheets.ts';
import { expectAccessible, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { openScreen } from './screens.ts';

const product = openProduct();

/** Reading one import. */
const runCall = /\/api\/imports\/[0-9a-f]{24}$/;

const choose = (page: Page, name: string, buffer: Uint8Array) =>
  page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(buffer) });

test('a file that is dropped beside its place is ignored, and a text can be dragged everywhere', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/import' });
  await page.locator('input[type=file]').waitFor();
  const isIgnored = (type: 'dragover' | 'drop', what: 'file' | 'text') =>
    page.locator('h1').evaluate(
      (heading, { type, what }) => {
        const dataTransfer = new DataTransfer();
        if (what === 'file') dataTransfer.items.add(new File(['a,b'], 'march.csv'));
        else dataTransfer.setData('text/plain', 'Dhaka');
        return !heading.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      },
      { type, what },
    );
  for (const type of ['dragover', 'drop'] as const) {
    expect([await isIgnored(type, 'file'), await isIgnored(type, 'text')]).toEqual([true, false]);
  }
});

test('a list is mapped, checked, imported and undone by keyboard; faults are named, and no choice is lost', async () => {
  const staff = await product.staff('admin');
  const { page, complaints } = await product.openPage({
    as: staff,
    at: '/application',
    viewport: { width: 1366, height: 768 },
  });
  await page.getByRole('link', { name: 'Import' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Nothing has been imported yet').waitFor();
  await expectAccessible(page);

  // A refused file stays listed with the reason; one that did not arrive can be sent again by a button.
  await choose(page, 'old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  await page.getByRole('alert').getByText('This file is in an old Excel format').waitFor();
  await expectAccessible(page);
  const headings = headingsInEnglish.with(columnOf('company'), 'Where');
  const wrong = { phone: '+8801712345678', surname: 'Ab' };
  const rows = [headings, ...[0, 1, 2, 3].map((at) => rowOf(at, { dob: `05/0${at + 1}/1990` })), rowOf(4, wrong)];
  await page.route('**/api/imports', (route) => route.abort());
  await choose(page, 'march.csv', await fileOf('csv', rows));
  await page.getByRole('alert').getByText('march.csv').waitFor();
  await page.unroute('**/api/imports');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('heading', { name: 'What is in each column?' }).waitFor();

  // A field without a column is named, the date is asked for, and both are kept when the call fails.
  await page.getByText('No column has Company name').waitFor();
  await page.getByText('05/01/1990: day or month first?').waitFor();
  await expectAccessible(page);
  const check = page.getByRole('button', { name: 'Check every row' });
  await check.press('Enter');
  await page.getByRole('alert').getByText('No column has Company name').waitFor();
  const company = page.getByRole('combobox', { name: 'Column I, Where' });
  await company.selectOption('salary');
  await check.press('Enter');
  await page.getByText('Another column is also set to Salary.').first().waitFor();
  await company.selectOption('company');
  const dayFirst = page.getByRole('radio', { name: 'Day first' });
  expect(await dayFirst.evaluate((radio) => getComputedStyle(radio).accentColor)).toBe('rgb(10, 92, 75)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => dayFirst.evaluate((radio) => getComputedStyle(radio).appearance)).toBe('none');
  expect((await dayFirst.boundingBox())?.width).toBe(20);
  await page.emulateMedia({ colorScheme: 'light' });
  await dayFirst.check();
  await page.getByText('5 Jan 1990').waitFor();
  await page.route('**/check', (route) => route.abort());
  await check.press('Enter');
  await page.getByText('No response from server').waitFor();
  await expect.poll(() => check.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.unroute('**/check');
  expect(await company.inputValue()).toBe('company');
  await check.press('Enter');

  await page.getByRole('heading', { name: 'Checked. Nothing has been added yet' }).waitFor();
  const tally = (name: string) => page.locator(`dl [data-count=${name}]`).innerText();
  await expect.poll(() => tally('fit')).toMatch(/^rows ready to import\s+4$/);
  await expect.poll(() => tally('refused')).toMatch(/^row with problems\s+1$/);
  const cells = (row: number) =>
    page.getByRole('table', { name: 'Rows with problems' }).getByRole('row').nth(row).getByRole('cell').allInnerTexts();
  const lines = (of: ReturnType<Page['getByRole']>) =>
    of.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set(Array.from(range.getClientRects(), ({ bottom }) => bottom)).size;
    });
  expect(await lines(page.getByRole('columnheader', { name: 'Row' }))).toBe(1);
  expect(await cells(1)).toEqual(['A Surname', 'Ab', 'Surname must be between 3 and 31 characters long.']);
  expect(await cells(2)).toEqual(['O Phone number', '+8801712345678', 'Please enter a valid phone number.']);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Format' }).selectOption('OpenDocument (ODS)');
  const download = page.getByRole('button', { name: 'Download these rows' });
  const [report] = await Promise.all([page.waitForEvent('download'), download.press('Enter')]);
  expect(await download.evaluate((button) => button === document.activeElement)).toBe(true);
  const [, first] = await tableIn('ods', await readFile(await report.path()));
  expect(first?.[columnOf('surname')]).toBe('Ab');
  expect(first?.[formFieldNames.length]).toBe('6');

  // The columns can be chosen again, after a question that says what follows.
  await page.getByRole('button', { name: 'Change the columns' }).click();
  expect(await page.getByRole('radio', { name: 'Day first' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Back to the result' }).click();
  await page.getByRole('button', { name: 'Change the columns' }).click();
  await page.getByRole('button', { name: 'Check every row' }).click();
  const start = page.getByRole('button', { name: 'Import 4 rows' });
  await start.click();
  const question = page.getByRole('dialog', { name: 'Import 4 rows?' });
  await question.getByText('1 row with problems is left out.').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(dataOf(await staff.call('applications')).totalApplication).toBe(0);
  // A failure is not shown again when the question is asked once more.
  await page.route('**/start', (route) => route.abort());
  await start.click();
  await question.getByRole('button', { name: 'Import 4 rows' }).click();
  await question.getByText('No response from server').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/start');
  await start.click();
  await question.waitFor();
  expect(await question.getByRole('alert').count()).toBe(0);
  await question.getByRole('button', { name: 'Import 4 rows' }).click();
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  // The dialogue and its button are gone.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('step');
  const { applications } = dataOf(await staff.call('applications', { query: { sort: 'passport' } }));
  expect(applications.map(({ dob, company }) => [dob, company])).toEqual(
    [1, 2, 3, 4].map((month) => [`1990-0${month}-05`, 'Prairie Harvest Foods']),
  );
  await expectAccessible(page);

  // Records that were changed or deleted since are named.
  const of = (at: number) => ({ params: { id: applications[at]?._id ?? '' } });
  dataOf(await staff.call('approve', of(0)));
  dataOf(await staff.call('deleteApplication', of(1)));
  await page.getByRole('button', { name: 'Undo' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo the import of 4 applications?' });
  await undo.getByText('Those that somebody has changed, decided on, added a note to or assigned are kept.').waitFor();
  await undo.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('heading', { name: 'Undone', exact: true }).waitFor();
  const stayed = page.getByRole('table', { name: 'Rows that were not undone' }).getByRole('row');
  await stayed.filter({ hasText: 'Kept: somebody has changed this application since.' }).waitFor();
  await stayed.filter({ hasText: 'Could not be undone' }).waitFor();
  expect(dataOf(await staff.call('applications')).totalApplication).toBe(1);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'All imports' }).click();
  const row = page.getByRole('row', { name: /march\.csv/ });
  await row.getByText('2 undone · 1 kept · 1 already deleted').waitFor();
  await row.getByRole('link').click();
  await page.route('**/api/imports/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Remove' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove this import?' });
  await removal.getByRole('button', { name: 'Remove' }).click();
  await removal.getByText('No response from server').waitFor();
  await removal.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/api/imports/*');
  await page.getByRole('button', { name: 'Remove' }).click();
  await removal.waitFor();
  expect(await removal.getByRole('alert').count()).toBe(0);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nothing has been imported yet').waitFor();
  complaints.splice(0);
});

test('a sheet that arrived without an answer is in the list before it is sent again; a step that succeeded is not overwritten on the screen by the answer to an earlier request', async () => {
  const { page, complaints } = await product.openPage({ as: 'admin', at: '/import' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/api/imports', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await choose(page, 'overtaken.csv', await fileOf('csv', [headingsInEnglish, rowOf(700)]));
  await page.getByRole('alert').getByText('overtaken.csv').waitFor();
  await page.getByRole('link', { name: 'overtaken.csv' }).click();

  const check = page.getByRole('button', { name: 'Check every row' });
  await check.waitFor();
  await page.route('**/check', (route) => route.abort());
  // After a failed call the page reads the import again; this answer is delayed until the next call has succeeded.
  const { promise: held, resolve: take } = Promise.withResolvers<Route>();
  let readings = 0;
  await page.route(runCall, (route) => (readings++ ? route.continue() : take(route)));
  await check.click();
  const reading = await held;
  const before = await reading.fetch();
  await page.unroute('**/check');
  await check.click();
  await page.getByRole('heading', { name: /^Checking every row|^Checked/ }).waitFor();
  // The page may have aborted it by now.
  await reading.fulfill({ response: before }).catch(() => {});
  await page.getByRole('heading', { name: 'Checked. Nothing has been added yet' }).waitFor();
  complaints.splice(0);
});

test('on a phone in Bangla, an import can be stopped and undone, a deleted one is no dead end, and imports beyond the newest that are listed are mentioned', async () => {
  const staff = await product.staff('admin');
  const { page, complaints } = await product.openPage({
    as: staff,
    at: '/import',
    language: 'bn',
    colorScheme: 'dark',
  });
  const rows = [headingsInEnglish, ...Array.from({ length: 200 }, (_, at) => rowOf(1_000 + at))];
  await choose(page, 'april.ods', await fileOf('ods', rows));
  await page.getByRole('heading', { name: 'কোন কলামে কী আছে?' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'সব সারি যাচাই করুন' }).click();
  await page.getByRole('button', { name: '২০০টি সারি ইমপোর্ট করুন' }).click();
  // Until the question is open, the page does not hear that the import has ended.
  const release = await hold(page, runCall);
  await page.getByRole('dialog').getByRole('button', { name: '২০০টি সারি ইমপোর্ট করুন' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'attached' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'থামিয়ে বাতিল করুন' }).click();
  release();
  await page.getByRole('dialog').getByRole('button', { name: 'ইমপোর্ট বাতিল করুন' }).click();
  await page.getByRole('heading', { name: 'বাতিল করা হয়েছে' }).waitFor();
  expect(dataOf(await staff.call('searchApplications', { json: { search: 'IM1001' } })).totalApplication).toBe(0);
  await openScreen(page, '/import/0123456789abcdef01234567');
  await page.getByRole('heading', { name: 'এমন কোনো ইমপোর্ট নেই' }).waitFor();
  await page.getByRole('link', { name: 'সব ইমপোর্ট' }).click();
  await page.getByRole('link', { name: 'april.ods' }).waitFor();
  await expectAccessible(page);

  const [listed] = dataOf(await staff.call('imports'));
  for (const count of [limits.importsListedMax - 1, limits.importsListedMax]) {
    const json = Array.from({ length: count }, (_, at) => ({ ...listed, _id: `${listed?._id}${at}` }));
    await page.route('**/api/imports', (route) => route.fulfill({ json }));
    await page.goto('/import');
    await expect.poll(() => page.locator('tbody th').count()).toBe(count);
    const hint = page.getByText('শুধু সবচেয়ে নতুন ৫০টি ইমপোর্ট দেখানো হচ্ছে।');
    expect(await hint.count()).toBe(count < limits.importsListedMax ? 0 : 1);
  }
  complaints.splice(0);
});

test('the list of imports says when it does not hear any more how an import is going', async () => {
  const staff = await product.staff('admin');
  const file = await fileOf('csv', [headingsInEnglish, rowOf(800)]);
  const run = dataOf(await staff.call('addImport', { form: uploadOf(file, 'unheard.csv') }));
  const { page } = await product.openPage({ as: staff });
  await page.route('**/api/imports', (route) => route.abort());
  const json = [{ ...run, state: 'importing' }];
  await page.route('**/api/imports', (route) => route.fulfill({ json }), { times: 1 });
  await page.goto('/import');
  await page.locator('[data-state=importing]').waitFor();
  await page.getByRole('alert').filter({ hasText: 'This may be out of date' }).waitFor();
});

test('the question whether to stop an import stays when the import ends meanwhile, and then says how much it undoes', async () => {
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff, at: '/import' });
  const count = 3;
  const rows = [headingsInEnglish, ...Array.from({ length: count }, (_, at) => rowOf(2_000 + at))];
  await choose(page, 'may.csv', await fileOf('csv', rows));
  await page.getByRole('button', { name: 'Check every row' }).click();
  const start = { name: `Import ${count} rows` };
  await page.getByRole('button', start).click();
  // Until the question is open, the page does not hear that the import has ended.
  const release = await hold(page, runCall);
  await page.getByRole('dialog').getByRole('button', start).click();
  await page.getByRole('button', { name: 'Stop and undo' }).click();
  await page.getByRole('dialog', { name: 'Stop the import and undo it?' }).waitFor();
  release();
  const question = page.getByRole('dialog', { name: `Undo the import of ${count} applications?` });
  await question.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('heading', { name: 'Undone' }).waitFor();
  expect(dataOf(await staff.call('searchApplications', { json: { search: 'IM2001' } })).totalApplication).toBe(0);
});

test('a list without headings is mapped by its column letters; an import that ended early says how many rows it left out and imports them', async () => {
  const staff = await product.staff('admin');
  const owner = await product.staff('super-admin');
  const { page, complaints } = await product.openPage({ as: staff, at: '/import' });
  await choose(page, 'plain.csv', await fileOf('csv', [rowOf(2_001), rowOf(2_002)]));
  await page.getByText('We did not recognise any headings in this file').waitFor();
  const first = page.getByRole('combobox', { name: 'Column A', exact: true });
  expect(await first.inputValue()).toBe('');
  await page.getByText('“Rahman” “Rahman”').waitFor();
  await expectAccessible(page);
  for (const [at, field] of formFieldNames.entries()) {
    const letter = String.fromCharCode('A'.charCodeAt(0) + at);
    await page.getByRole('combobox', { name: `Column ${letter}`, exact: true }).selectOption(field);
  }
  await page.getByRole('button', { name: 'Check every row' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import 2 rows' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  const { _id: id } = dataOf(await staff.call('me')).user;
  dataOf(await owner.call('setRights', { params: { id }, json: { rights: ['exporting'] } }));
  await page.reload();
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  expect(await undo.count()).toBe(0);

  // The state in which the account's suspension leaves it.
  const run = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await product.withResources(({ database }) =>
    database.db.updateTable('importRun').set({ importedCount: 1, fitCount: 1 }).where('id', '=', run).execute(),
  );
  await page.reload();
  await page
    .getByText('because the account that started it was no longer allowed to import. 1 row was not added')
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import 1 row' }).click();
  await expect.poll(() => page.getByText('1 row was not added').count(), { timeout: 30_000 }).toBe(0);
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  complaints.splice(0);
});

test('an import whose undo ended early says how many of its applications are left: in the list, in its outcome and before it is undone', async () => {
  const staff = await product.staff('super-admin');
  const rows = [headingsInEnglish, ...[0, 1, 2, 3].map((at) => rowOf(3_000 + at))];
  const form = uploadOf(await fileOf('csv', rows), 'june.csv');
  const { _id: id, columns } = dataOf(await staff.call('addImport', { form }));
  const params = { id };
  const state = async () => dataOf(await staff.call('importRun', { params })).state;
  dataOf(await staff.call('checkImport', { params, json: { columns } }));
  await expect.poll(state, { timeout: 30_000 }).toBe('checked');
  dataOf(await staff.call('startImport', { params }));
  await expect.poll(state, { timeout: 30_000 }).toBe('imported');
  // The state in which the account's suspension leaves it.
  await product.withResources(({ database }) =>
    database.db.updateTable('importRun').set({ takenBackCount: 1, keptCount: 1 }).where('id', '=', id).execute(),
  );
  const { page } = await product.openPage({ as: staff, at: '/import', viewport: { width: 1366, height: 768 } });
  const row = page.getByRole('row', { name: /june\.csv/ });
  await row.getByText('2 imported · 1 undone · 1 kept', { exact: true }).waitFor();
  await row.getByRole('link').click();
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  const tally = page.locator('dl [data-count]');
  await expect
    .poll(async () => (await tally.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')))
    .toEqual(['applications imported 2', 'rows with problems 0', 'undone 1', 'kept, because somebody changed it 1']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: 'Undo the import of 2 applications?' }).waitFor();

  // Where nothing is left there is nothing to undo.
  await product.withResources(({ database }) =>
    database.db.updateTable('importRun').set({ takenBackCount: 3 }).where('id', '=', id).execute(),
  );
  await page.reload();
  await expect.poll(() => tally.first().innerText()).toMatch(/^applications imported\s+0$/);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});
