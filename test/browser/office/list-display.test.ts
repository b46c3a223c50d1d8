/** The user's choices for the list: columns, row height, page size and saved views; and downloading what it shows. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { jobTitles } from '../../../contract/application-form.ts';
import { limits } from '../../../contract/limits.ts';
import { dataOf } from '../../data-of.ts';
import { superAdmin } from '../../product.ts';
import { tableIn } from '../../spreadsheets.ts';
import { expectAccessible, expectNoSidewaysScroll, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { openScreen } from './screens.ts';

const product = openProduct({ rows: 45 });
const laptop = { width: 1366, height: 768 };

const heads = (page: Page) => page.locator('thead th').allInnerTexts();
test('columns, rows and the size of a page are chosen by keyboard alone and kept over a reload; columns without room are shown below the name', async () => {
  const { page, context } = await product.openPage({
    as: 'admin',
    at: '/application',
    viewport: { width: 1680, height: 900 },
  });
  await page.waitForSelector('tbody a');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const button = page.getByRole('button', { name: 'Columns and rows' });
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Columns and rows' });
  await expect.poll(() => panel.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await panel.getByLabel('Nationality').focus();
  await page.keyboard.press('Space');
  await panel.getByLabel('Phone').focus();
  await page.keyboard.press('Space');
  await expect
    .poll(() => heads(page))
    .toEqual(['Name', 'Passport', 'Status', 'Arrived', 'Visa collect date', 'Documents', 'Phone', 'Action']);
  await panel.getByRole('radio', { name: '10' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('caption', { hasText: 'Show 1 to 25 entries' }).waitFor();
  await panel.getByRole('radio', { name: 'Compact' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-density=comfortable]').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => panel.count()).toBe(0);

  requests.length = 0;
  await page.reload();
  await page.locator('caption', { hasText: 'Show 1 to 25 entries' }).waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(25);
  expect(await heads(page)).toContain('Phone');
  // The server knew the choice: the rows came with the document, by one request.
  expect(requests.filter((url) => url.includes('fetchApplication')).map((url) => new URL(url).search)).toEqual([
    '?page=1&limit=25',
  ]);
  const cookie = (await context.cookies()).find(({ name }) => name === 'list');
  expect(cookie?.value).toBe('comfortable.25.passport-status-arrived-collect-papers-phone');
  await page.setViewportSize({ width: 768, height: 900 });
  const first = page.locator('tbody tr').first();
  await expect.poll(() => first.locator('th').innerText()).toMatch(/Phone: \d+/);
  const lefts = first.locator('th :is(small, a[data-row])');
  expect(await lefts.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size)).toBe(1);
  await expectNoSidewaysScroll(page);
  await button.click();
  await panel.waitFor();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Reset' }).click();
  await page.locator('caption', { hasText: 'Show 1 to 10 entries' }).waitFor();
  await page.mouse.click(4, 400);
  await expect.poll(() => panel.count()).toBe(0);
});

test('an address can ask for its own columns and size; twelve rows fit on a laptop, and on paper the list is a table in dark ink', async () => {
  const { page } = await product.openPage({
    as: 'admin',
    at: '/application?status=Pending&missing=1&limit=25&columns=papers-passport-nothing',
    viewport: laptop,
    colorScheme: 'dark',
  });
  await page.waitForSelector('tbody a');
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(10);
  expect(await heads(page)).toEqual(['Name', 'Passport', 'Documents', 'Action']);
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^Pending · Documents missing · Newest first · printed \d{1,2} [A-Z][a-z]+ \d{4}$/).waitFor();
  const main = page.getByRole('main');
  const ink = await main
    .locator('tbody td')
    .first()
    .evaluate((cell) => getComputedStyle(cell).color);
  expect(ink).toBe('rgb(16, 34, 43)');
  expect(await main.getByRole('checkbox').count()).toBe(0);
  expect(await main.locator('tbody :is(button, a:not([data-row]))').filter({ visible: true }).count()).toBe(0);
  expect(await main.getByRole('columnheader').allInnerTexts()).toEqual(expect.arrayContaining(['Name', 'Documents']));
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  await page.emulateMedia({ media: 'screen' });
  await product.chooseLanguage(page, 'bn');
  await page.goto('/application?columns=jobTitle');
  await page.waitForSelector('tbody a');
  expect(
    (await page.locator('tbody td').allInnerTexts()).filter((text) => (jobTitles as readonly string[]).includes(text)),
  ).toEqual([]);
  await product.chooseLanguage(page, 'en');
  await page.goto('/application?limit=7');
  await page.locator('caption', { hasText: 'Show 1 to 10 entries' }).waitFor();
  expect(await heads(page)).toContain('Nationality');

  await openScreen(page, '/application?limit=25&columns=passport-status-arrived-papers');
  await page.locator('caption', { hasText: 'Show 1 to 25 entries' }).waitFor();
  await expect.poll(() => page.locator('tbody a[data-row]').count()).toBe(25);
  const ends = () =>
    page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  expect((await ends()).filter((end) => end <= laptop.height).length).toBeGreaterThanOrEqual(12);
  await page.locator('tbody tr').last().scrollIntoViewIfNeeded();
  const [head, bar] = await Promise.all([
    page.locator('thead th').first().boundingBox(),
    page.getByRole('button', { name: 'Close the menu' }).locator('..').boundingBox(),
  ]);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
  expect(Math.abs((head?.y ?? 0) - ((bar?.y ?? 0) + (bar?.height ?? 0)))).toBeLessThanOrEqual(1);
  // A row that takes the focus is not hidden under the head.
  await page.locator('tbody a[data-row]').nth(12).focus();
  const [row] = await page.locator('tbody a[data-row]').nth(12).all();
  expect((await row?.boundingBox())?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);
});

test('the list is saved as a named view, opened by others, renamed and deleted by its maker alone, by keyboard; an empty view says why', async () => {
  const [staff, owner] = [await product.staff('admin'), await product.staff('super-admin')];
  const theirs = { name: 'Owner’s', columns: ['status'] };
  expect((await owner.call('addView', { json: theirs })).ok).toBe(true);
  const { _id: id } = dataOf(await owner.call('addView', { json: { name: 'Past', columns: [] } }));
  await product.withResources(({ database }) =>
    database.db.updateTable('savedView').set({ query: '{"past":"1"}' }).where('id', '=', id).execute(),
  );
  const at = '/application?status=Pending&sort=passport&limit=25&columns=passport-papers';
  const { page } = await product.openPage({ as: staff, at, viewport: laptop });
  await page.waitForSelector('tbody a');
  await page.getByLabel('Search applications').fill('A');
  await page.waitForURL(/status=Pending/);
  const button = page.getByRole('button', { name: /^View/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Saved views' });
  /** Presses the button while its call fails: the reason is shown, and the button keeps the focus. */
  const failOnce = async (pressed: Locator, call: string) => {
    await page.route(call, (route) => route.abort());
    await pressed.press('Enter');
    await panel.getByRole('alert').filter({ hasText: 'No response from server' }).waitFor();
    expect(await pressed.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.unroute(call);
  };
  await panel.getByText('The search text is not saved').waitFor();
  expect(await panel.getByRole('button', { name: 'Rename “Owner’s”' }).count()).toBe(0);

  const name = panel.getByLabel('Save this view as');
  await name.fill('OWNER’S');
  await page.keyboard.press('Enter');
  await panel.getByRole('alert').filter({ hasText: 'There is already a view with this name.' }).waitFor();
  expect(await name.inputValue()).toBe('OWNER’S');
  await name.fill('Papers');
  const save = panel.getByRole('button', { name: 'Save' });
  await failOnce(save, '**/api/views');
  await save.press('Enter');
  await expect.poll(() => panel.count()).toBe(0);
  const saved = await owner.call('views');
  expect(saved.ok && saved.data.find((view) => view.name === 'Papers')).toMatchObject({
    query: { status: 'Pending', sort: 'passport', limit: '25' },
    columns: ['passport', 'papers'],
  });
  expect(JSON.stringify(saved)).not.toContain('search');

  // The view is opened from an address without it.
  await page.goto('/application');
  await page.waitForSelector('tbody a');
  await button.click();
  await panel.getByRole('link', { name: 'Papers' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'View: Papers' }).waitFor();
  await expect.poll(() => heads(page)).toEqual(['Name', 'Passport', 'Documents', 'Action']);
  expect(new URL(page.url()).search).toBe('?status=Pending&sort=passport&limit=25&columns=passport-papers');

  await button.click();
  await panel.getByRole('button', { name: 'Rename “Papers”' }).click();
  await expect.poll(() => panel.getByLabel('New name').inputValue()).toBe('Papers');
  await page.keyboard.type('Thick files');
  await page.keyboard.press('Enter');
  await panel.getByRole('link', { name: 'Thick files' }).waitFor();
  await panel.getByRole('button', { name: 'Delete “Thick files”' }).click();
  await panel.getByText('Delete “Thick files” for everybody?').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.getByText('for everybody?').count()).toBe(0);
  await panel.getByRole('button', { name: 'Delete “Thick files”' }).click();
  const deleteNow = panel.getByRole('button', { name: 'Delete', exact: true });
  await failOnce(deleteNow, '**/api/views/*');
  await deleteNow.press('Enter');
  await expect.poll(() => panel.getByRole('link', { name: 'Thick files' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);

  await button.click();
  await panel.getByRole('link', { name: 'Past' }).click();
  await page.getByRole('alert').getByText('The owner of the server has set no time to keep records').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear search and filters' }).last().click();
  await page.waitForSelector('tbody a');
  expect(await page.getByText('The owner of the server has set no time').count()).toBe(0);
});

test('a chosen view can be updated to the shown filter by users who may change it; the link back from an application keeps view, columns and filter, also after the next file', async () => {
  const [staff, owner] = [await product.staff('admin'), await product.staff('super-admin')];
  const queue = await staff.call('addView', { json: { name: 'Queue', status: 'Pending', columns: ['passport'] } });
  await owner.call('addView', { json: { name: 'Theirs', deleted: '1', columns: ['status'] } });
  const savedView = async (name: string) => {
    const views = await owner.call('views');
    return views.ok ? views.data.find((view) => view.name === name) : undefined;
  };
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: laptop });
  await page.waitForSelector('tbody a');
  const button = page.getByRole('button', { name: /^View/ });
  const panel = page.getByRole('dialog', { name: 'Saved views' });
  const update = panel.getByRole('button', { name: /^Update/ });
  const choose = async (name: string) => {
    await button.click();
    await panel.getByRole('link', { name }).click();
    await page.getByRole('button', { name: `View: ${name}` }).waitFor();
  };
  const filterBy = async (status: string) => {
    await page.getByRole('radiogroup', { name: 'Status' }).getByText(status).click();
    await expect.poll(() => page.url()).toContain(`status=${status}`);
    await page.waitForSelector('[aria-busy=false]');
  };
  await choose('Queue');
  // A search text alone is no change to the view, since it is not saved.
  await page.getByLabel('Search applications').fill('A');
  await page.getByRole('button', { name: 'Views' }).click();
  await panel.getByText('The search text is not saved').waitFor();
  expect(await update.count()).toBe(0);
  await page.keyboard.press('Escape');
  await filterBy('Approved');
  await page.locator('tbody a[data-row]').first().click();
  await page.waitForURL(/userView/);
  const opened = page.url();
  // The list has a button of that name, too, and stays on the screen until the record is there.
  const steps = page.getByRole('navigation', { name: 'Move through the list' });
  await steps.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL((url) => url.href !== opened);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.waitForSelector('tbody a');
  expect(new URL(page.url()).search).toBe('?status=Approved&columns=passport');
  expect(await heads(page)).toEqual(['Name', 'Passport', 'Action']);
  await page.reload();
  await page.waitForSelector('tbody a');
  await button.focus();
  await page.keyboard.press('Enter');
  await panel.getByRole('status').filter({ hasText: 'have changed since “Queue” was opened' }).waitFor();
  await panel.getByRole('button', { name: 'Save as new' }).waitFor();
  await expectAccessible(page);
  await update.focus();
  await page.keyboard.press('Enter');
  await panel.getByRole('status').filter({ hasText: '“Queue” has been updated for everybody.' }).waitFor();
  expect(await savedView('Queue')).toMatchObject({ query: { status: 'Approved' }, columns: ['passport'] });
  expect(JSON.stringify(await savedView('Queue'))).not.toContain('search');
  const undo = panel.getByRole('button', { name: 'Undo' });
  await expect.poll(() => undo.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await update.waitFor();
  expect(await savedView('Queue')).toMatchObject({ query: { status: 'Pending' }, columns: ['passport'] });

  // A view that was deleted meanwhile says so, and the list can still be saved.
  if (queue.ok) await owner.call('deleteView', { params: { id: queue.data._id } });
  await update.click();
  await panel.getByRole('alert').filter({ hasText: '“Queue” has been deleted.' }).waitFor();
  await panel.getByLabel('Save this view as').fill('Found again');
  await page.keyboard.press('Enter');
  await expect.poll(() => panel.count()).toBe(0);
  // The view that was just saved is the chosen one.
  await filterBy('Rejected');
  await button.click();
  await panel.getByRole('button', { name: 'Update “Found again”' }).waitFor();
  await page.keyboard.press('Escape');

  await choose('Theirs');
  await filterBy('Rejected');
  await button.click();
  await panel.getByRole('button', { name: 'Save view' }).waitFor();
  expect(await update.count()).toBe(0);

  // A filter that is chosen while a view is being saved stays.
  const answer = await hold(page, '**/api/views');
  const [added] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/views') && answer.request().method() === 'POST'),
    (async () => {
      await panel.getByLabel('Save this view as').fill('Slowly saved');
      await page.keyboard.press('Enter');
      await button.click();
      await expect.poll(() => panel.count()).toBe(0);
      await filterBy('Approved');
      answer();
    })(),
  ]);
  expect(added.status()).toBe(201);
  await page.getByText('“Slowly saved”').first().waitFor();
  await expect.poll(() => new URL(page.url()).search).toContain('status=Approved');
});

test('Escape closes a panel above the rows also before the focus has moved into it; the panel stays open, with the name and its refusal, while the user signs in again over it', async () => {
  const owner = await product.staff('super-admin');
  dataOf(await owner.call('addView', { json: { name: 'Taken', columns: [] } }));
  const { page } = await product.openPage({ as: owner, at: '/application', viewport: laptop, hasEmptyCache: true });
  await page.waitForSelector('tbody a');
  const release = await hold(page, /\/views-panel-/);
  const button = page.getByRole('button', { name: /^View/ });
  await button.focus();
  await page.keyboard.press('Enter');
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  release();
  await button.click();
  const panel = page.getByRole('dialog', { name: 'Saved views' });
  await panel.getByLabel('Save this view as').fill('TAKEN');
  await owner.call('logout');
  await panel.getByRole('button', { name: 'Save view' }).click();
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  const password = again.getByLabel('Password', { exact: true });
  await password.click();
  await page.mouse.click(5, 5);
  await password.fill(superAdmin.password);
  await again.getByRole('button', { name: 'Login', exact: true }).click();
  await panel.getByRole('alert').filter({ hasText: 'There is already a view with this name.' }).waitFor();
  expect(await panel.getByLabel('Save this view as').inputValue()).toBe('TAKEN');
  await page.mouse.click(5, 5);
  await expect.poll(() => panel.count()).toBe(0);
});

test.each([360, 1366])('at %s px the button that updates a view shows the whole of a long name', async (width) => {
  const name = `${width}${'LongNameWithoutSpaces'.repeat(3)}`.slice(0, limits.viewNameLengthMax);
  const staff = await product.staff('admin');
  await staff.call('addView', { json: { name, status: 'Pending', columns: ['passport'] } });
  const { page } = await product.openPage({ as: staff, at: '/application', viewport: { width, height: 768 } });
  await page.getByRole('button', { name: 'Views' }).click();
  const panel = page.getByRole('dialog', { name: 'Saved views' });
  await panel.getByRole('link', { name }).click();
  await page.getByRole('button', { name: `View: ${name}` }).waitFor();
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Approved').click();
  await page.getByRole('button', { name: /^View/ }).click();
  const update = panel.getByRole('button', { name: `Update “${name}”` });
  expect(await update.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
  const label = update.locator('.mantine-Button-label');
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the list is exported by its filter, in the chosen form, by keyboard, and the file is what the list shows; the dialogue stays open with the reason when that fails', async () => {
  await product.addApplication({ passport: 'EB7770001', company: '=1+1' });
  const { page, complaints } = await product.openPage({
    as: 'admin',
    at: '/application',
    viewport: { width: 1366, height: 768 },
  });
  await page.getByRole('searchbox').fill('EB7770001');
  await page.getByText("1 result for 'EB7770001'").waitFor();
  await page.getByRole('button', { name: 'Download' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Download the list' });
  await dialog.getByText('1 application, as shown in the list now').waitFor();
  const form = dialog.getByRole('radio', { name: 'OpenDocument (ODS)' });
  await form.check();
  const download = dialog.getByRole('button', { name: 'Download' });
  await page.route('**/api/application/export', (route) => route.abort());
  await download.click();
  await dialog.getByRole('alert').getByText('No response from server').waitFor();
  expect(await form.isChecked()).toBe(true);
  await expectAccessible(page);
  await page.unroute('**/api/application/export');
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toMatch(/^applications-\d{4}-\d\d-\d\d\.ods$/);
  const [headings, ...rows] = await tableIn('ods', await readFile(await file.path()));
  const at = (name: string) => headings?.indexOf(name) ?? -1;
  expect(rows.map((row) => [row[at('Passport number')], row[at('Company name')]])).toEqual([['EB7770001', '=1+1']]);
  await dialog.waitFor({ state: 'hidden' });
  complaints.splice(0);
});
