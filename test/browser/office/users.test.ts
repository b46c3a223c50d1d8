/** The list of admins: what the super admin and an admin see of it, and how somebody is deleted. */
import { describe, expect, test } from 'vitest';
import bn from '../../../web/texts/office/users.bn.json' with { type: 'json' };
import { admin, type Staff } from '../../product.ts';
import { expectAccessible, expectNoSidewaysScroll, hold, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { lookAgainLater, openScreen } from './screens.ts';

const product = openProduct();
const at = '/userManagement';
const desktop = { width: 1440, height: 900 };
let count = 0;

/** Creates a new account. */
async function addColleague(owner: Staff) {
  count++;
  const json = {
    name: `Colleague ${count}`,
    email: `colleague-${count}@office.example`,
    password: 'nine loud geese land',
  };
  const added = await owner.call('addUser', { json });
  if (!added.ok) throw new Error(added.error.message);
  return { ...json, id: added.data._id };
}

async function signInAs(email: string, password: string) {
  const response = await fetch(`${product.origin}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return {
    status: response.status,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
}

test('the super admin sees name, email and role of every admin, with Edit, Delete and Add New User', async () => {
  const owner = await product.staff();
  const colleague = await addColleague(owner);
  await product.staff('admin');
  const { page } = await product.openPage({ as: owner, at, viewport: desktop });
  await page.getByRole('row').nth(1).waitFor();
  await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'Email', 'Role', 'Action']);
  const users = await owner.call('users');
  const rows = page.locator('tbody tr');
  await rows.filter({ hasText: admin.email }).waitFor();
  await expect.poll(() => rows.count()).toBe(users.ok && users.data.length);
  const cells = rows.filter({ hasText: colleague.email }).locator('td');
  await expect.poll(() => cells.nth(0).innerText()).toBe(colleague.email);
  await expect.poll(() => cells.nth(1).innerText()).toBe('Admin');
  await expect.poll(() => cells.nth(2).innerText()).toMatch(/^Edit\s+Delete$/);
  await expect.poll(() => page.getByRole('status').first().innerText()).toContain('admins');
  await expect.poll(() => page.title()).toBe('Admin List – Maplegate');
  expect(await page.locator('main').innerText()).not.toContain('admin@maplegate.example');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Add New User' }).click();
  await page.waitForURL('**/addUserManagement');
  await page.goBack();
  await page.getByRole('link', { name: `Edit ${colleague.name}` }).click();
  await page.waitForURL(`**/editUserManagement?id=${colleague.id}`);
});

test('an admin sees the list without actions, and which row is their own, and is led to it from the forms', async () => {
  const { page } = await product.openPage({ as: 'admin', at, viewport: desktop });
  await page.locator('tbody tr').filter({ hasText: admin.email }).getByText('(you)').waitFor();
  await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'Email', 'Role']);
  const main = page.locator('main');
  await expect.poll(() => main.getByRole('button').count()).toBe(0);
  await expect.poll(() => main.locator('a:not([href^="mailto:"])').count()).toBe(0);
  for (const path of ['/addUserManagement', '/editUserManagement?id=0123456789abcdef01234567']) {
    await openScreen(page, path);
    await page.waitForURL(`**${at}`);
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
  }
});

describe('deleting', () => {
  test('ends the person’s sessions and says so, after a question that can be cancelled and stays open while the server fails', async () => {
    const owner = await product.staff();
    const { name, email, password, id } = await addColleague(owner);
    const other = await addColleague(owner);
    const { cookie } = await signInAs(email, password);
    const { page } = await product.openPage({ as: owner, at });
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this admin?' });
    await expect.poll(() => dialog.innerText()).toContain(`${name} (${email})`);
    await expect.poll(() => dialog.innerText()).toContain('All their sessions end at once');
    // An accidental Enter must do no harm.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(`Delete ${name}`);
    const users = await owner.call('users');
    expect(users.ok && users.data.some(({ _id }) => _id === id)).toBe(true);

    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    const again = page.waitForResponse((response) => response.url().endsWith('/api/users/get_users'));
    await page.getByRole('button', { name: 'Delete the admin' }).click();
    await again;
    await page.getByRole('row', { name: email }).waitFor({ state: 'detached' });
    const message = page
      .locator('main')
      .getByRole('status')
      .filter({ hasText: `${name} has been deleted.` });
    await message.waitFor();
    await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true);
    const me = await fetch(`${product.origin}/api/users/me`, { headers: { cookie } });
    expect(me.status).toBe(401);
    expect((await signInAs(email, password)).status).toBe(401);

    const call = '**/api/users/delete_user/*';
    await page.route(call, (route) => route.abort());
    await page.getByRole('button', { name: `Delete ${other.name}`, exact: true }).click();
    await page.getByRole('button', { name: 'Delete the admin' }).click();
    await dialog.getByText('Error deleting user. Please try again.').waitFor();
    await page.unroute(call);
    await owner.call('deleteUser', { params: { id: other.id } });
    await page.getByRole('button', { name: 'Delete the admin' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Resource not found' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('tbody tr').filter({ hasText: other.email }).waitFor({ state: 'detached' });
  });
});

test('when the server is out of reach or fails, the list says so and can be loaded again; nobody with an invalid id is deleted', async () => {
  await product.staff('admin');
  const { page } = await product.openPage({ as: 'super-admin' });
  const call = '**/api/users/get_users';
  const again = page.getByRole('button', { name: 'Try again' });
  const alert = page.getByRole('alert');
  const answer = await hold(page, call, (route) => route.abort());
  await page.goto(at);
  await page.locator('table[aria-busy=true]').waitFor();
  await page.getByRole('status').filter({ hasText: 'Loading the admins…' }).waitFor();
  answer();
  await alert.filter({ hasText: 'No response from the server. Please check your connection.' }).waitFor();
  await expect.poll(() => page.getByRole('table').count()).toBe(0);
  await page.route(call, (route) => route.fulfill({ status: 500 }));
  await again.click();
  await alert.filter({ hasText: 'Failed to fetch data from the server. Please try again later.' }).waitFor();
  await page.route(call, (route) =>
    route.fulfill({ json: [{ _id: 'short', name: 'Short', email: 'short@office.example', role: 'admin' }] }),
  );
  await again.click();
  await page.getByRole('button', { name: 'Delete Short' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  const requests: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && requests.push(request.url()));
  await page.getByRole('button', { name: 'Delete Short' }).click();
  await page.getByRole('button', { name: 'Delete the admin' }).click();
  await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Invalid ID format.' }).waitFor();
  expect(requests).toEqual([]);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.route(call, (route) => route.fulfill({ json: [] }));
  await page.reload();
  await page.getByRole('heading', { name: 'No admins yet' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Add New User' }).count()).toBe(1);
  await expect.poll(() => page.getByRole('table').count()).toBe(0);
  await expectAccessible(page);
});

test('a list that cannot be loaded again may be out of date, and says so; trying again says that it tries and keeps the focus, which the content has afterwards', async () => {
  await product.staff('admin');
  const { page } = await product.openPage({ as: 'super-admin', at });
  const call = '**/api/users/get_users';
  await page.locator('tbody th').first().waitFor();
  await page.route(call, (route) => route.abort());
  await lookAgainLater(page);
  const outdated = page.getByRole('alert').filter({ hasText: 'This may be out of date' });
  await outdated.waitFor();
  await page.unroute(call);
  const answer = await hold(page, call);
  await outdated.getByRole('button', { name: 'Try again' }).press('Enter');
  const trying = outdated.getByRole('button', { name: 'Trying again…', disabled: true });
  await expect.poll(() => trying.evaluate((button) => button === document.activeElement)).toBe(true);
  answer();
  await outdated.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('in Bangla, in the dark and at 320 px axe finds nothing and nothing sticks out', async () => {
  const owner = await product.staff();
  await addColleague(owner);
  const viewport = { width: 320, height: 800 };
  const { page } = await product.openPage({ as: owner, at, viewport, language: 'bn', colorScheme: 'dark' });
  const buttons = page.locator('tbody button');
  await buttons.first().waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await buttons.first().click();
  await page.getByRole('dialog').waitFor();
  await page.getByText(bn.deleteTitle).waitFor();
  await expectAccessible(page);
});
