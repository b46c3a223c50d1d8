/**
 * How the super admin decides what an account may do: rights, sessions, suspension; how that looks to the admin, and to a
 * role that may read everything and change nothing.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import bn from '../../../web/texts/office/users.bn.json' with { type: 'json' };
import { admin, type Staff } from '../../product.ts';
import { expectAccessible, hold, overflowingElements, settled } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { mayOnlyRead } from './read-only-role.ts';
import { openScreen, screenAddresses } from './screens.ts';

const product = openProduct({ rows: 3 });
const desktop = { width: 1440, height: 900 };

async function accountOf(owner: Staff, email: string) {
  const users = await owner.call('users');
  const found = users.ok && users.data.find((user) => user.email === email);
  if (!found) throw new Error(`There is no ${email}.`);
  return found;
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('rights are checkboxes that take effect at once, two of them before the first is saved, and without one an admin sees neither its buttons nor a way around', async () => {
  const owner = await product.staff('super-admin');
  const clerk = await product.staff('admin');
  const { _id: id, name } = await accountOf(owner, admin.email);
  const { page } = await product.openPage({ as: owner, at: `/editUserManagement?id=${id}`, viewport: desktop });
  const rights = page.getByRole('region', { name: 'Rights' });
  const ticks = rights.getByRole('checkbox');
  await expect
    .poll(() => ticks.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked)))
    .toEqual([true, true, true]);
  const release = await hold(page, '**/api/users/rights/*');
  for (const tick of ['Delete', 'Link slides to other sites']) {
    await rights.getByRole('checkbox', { name: tick }).click();
    await expect.poll(() => rights.getByRole('checkbox', { name: tick }).isChecked()).toBe(false);
  }
  release();
  await toast(page, `The rights of ${name} have been saved.`);
  // The checkbox shows the new value before it is saved, and saving both shows one message.
  await expect.poll(async () => (await accountOf(owner, admin.email)).rights).toEqual(['exporting']);
  await expect.poll(() => rights.getByRole('checkbox', { name: 'Delete' }).isChecked()).toBe(false);

  const theirs = await product.openPage({ as: clerk, at: '/slider', viewport: desktop });
  const slides = theirs.page;
  await slides.getByRole('link', { name: /^Edit/ }).first().waitFor();
  expect(await slides.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  await openScreen(slides, '/addSliders');
  await slides.getByLabel('Title', { exact: true }).first().fill('Study in Canada');
  await slides.getByLabel('Link', { exact: true }).fill('https://visas.example/');
  await slides.getByText(/^Your account can only link/).waitFor();
  await slides.getByLabel('Title', { exact: true }).first().fill('');
  await slides.getByLabel('Link', { exact: true }).fill('');
  await openScreen(slides, '/application');
  await slides.waitForSelector('tbody a');
  expect(await slides.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  const refused = await clerk.call('deleteSlide', { params: { id: 'f'.repeat(24) } });
  expect(refused.ok || refused.error.code).toBe('right_missing');
  await owner.call('setRights', { params: { id }, json: { rights: ['deleting', 'exporting', 'outsideLinks'] } });
});

test('sessions are seen with device and times and ended; a suspension that failed says so at once, with the focus to try again, and marks the account in the list', async () => {
  const owner = await product.staff('super-admin');
  await product.staff('admin');
  const { _id: id, name } = await accountOf(owner, admin.email);
  await owner.call('endUserSessions', { params: { id } });
  const clerk = await product.staff('admin');
  const other = await product.staff('admin');
  const { page } = await product.openPage({ as: owner, at: `/editUserManagement?id=${id}`, viewport: desktop });
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
  await sessions
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.innerText()).toContain(`${name} is signed out there at once`);
  await dialog.getByRole('button', { name: 'End the session' }).click();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('The session has ended.');
  expect((await Promise.all([clerk, other].map(isIn))).sort()).toEqual([false, true]);

  const suspend = page.getByRole('region', { name: 'Suspend' });
  await suspend.getByRole('button', { name: 'Suspend the account' }).click();
  await page.route('**/api/users/suspend/*', (route) => route.abort());
  // The reload after the failure is not awaited.
  const release = await hold(page, '**/api/users/get_users');
  const confirm = dialog.getByRole('button', { name: 'Suspend the account' });
  await confirm.click();
  await expect.poll(() => dialog.getByRole('alert').innerText()).toBe('No response from server. Please try again.');
  await expect.poll(() => confirm.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await page.unroute('**/api/users/suspend/*');
  await page.keyboard.press('Enter');
  await suspend.getByText(/^Suspended since/).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  release();
  await sessions.getByText(`${name} is not signed in anywhere.`).waitFor();
  expect(await Promise.all([clerk, other].map(isIn))).toEqual([false, false]);
  await expectAccessible(page);
  await openScreen(page, '/userManagement');
  await page.getByRole('row', { name: admin.email }).getByText('Suspended').waitFor();
  await expectAccessible(page);
  await openScreen(page, `/editUserManagement?id=${id}`);
  await page.getByRole('button', { name: 'Reactivate the account' }).click();
  await suspend.getByText(`${name} can sign in.`).waitFor();
  expect(await isIn(await product.staff('admin'))).toBe(true);
});

test('in Bangla and in the dark axe finds nothing, and nothing sticks out from a phone to a desktop; a single session has no border and no empty strip below it', async () => {
  const owner = await product.staff('super-admin');
  await product.staff('admin');
  const { _id: id } = await accountOf(owner, admin.email);
  await owner.call('endUserSessions', { params: { id } });
  await product.staff('admin');
  const at = `/editUserManagement?id=${id}`;
  const { page } = await product.openPage({ as: owner, at, language: 'bn', colorScheme: 'dark' });
  await page.getByRole('checkbox').nth(2).waitFor();
  await settled(page);
  for (const width of [320, 768, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(() => overflowingElements(page), { message: `${width}` }).toEqual([]);
  }
  await expectAccessible(page);
  const session = page.getByRole('region', { name: bn.where.title }).getByRole('listitem');
  await expect
    .poll(() => session.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderBottomWidth)))
    .toEqual(['0px']);
  expect(await session.locator('xpath=../following-sibling::*').isVisible()).toBe(false);
});

async function isIn(staff: Staff): Promise<boolean> {
  return (await staff.call('me')).ok;
}

test('a role that may only read sees no button for a call that changes something, and no screen for one, and has no key for one', async () => {
  const staff = await product.staff('super-admin');
  // Ending the other session is a change.
  await product.staff('super-admin');
  const list = await staff.call('applications');
  const deleted = list.ok ? list.data.applications.at(-1) : undefined;
  await staff.call('deleteApplication', { params: { id: deleted?._id ?? '' } });
  const addresses = await screenAddresses(staff, 'nadia.reads@example.org');
  const { page } = await product.openPage({ as: staff, viewport: { width: 1440, height: 900 } });
  await mayOnlyRead(page);
  await page.goto('/import');
  const opened = new Set<string>();
  // The profile's call is public because of the set-up, and the audit log can only be read.
  for (const address of [...addresses, '/application?deleted=1'].filter((at) => !/profile|auditLog/.test(at))) {
    await openScreen(page, address);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    const screen = new URL(page.url()).pathname.split('/')[1] ?? '';
    opened.add(screen);
    if (screen === 'userView') {
      for (const key of ['a', 'p', 'r', 'e']) await page.keyboard.press(key);
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe('/userView');
    }
    const others = (await controls(page)).filter((name) => !isReading(name));
    expect.soft(others, address).toEqual([]);
  }
  await page.getByText(deleted?.passport ?? '').waitFor();
  const screens = [
    'dashboard',
    'userManagement',
    'application',
    'userView',
    'updateApplicationView',
    'slider',
    'setting',
  ];
  expect([...opened]).toEqual(screens);
});

/** The names of the controls that such a role may press. */
const reading = [
  ...['Filters', 'Filters1', 'Remove the filter: Deleted', 'Clear search and filters'],
  ...[
    'Name',
    'Passport',
    'Status',
    'Arrived',
    'Previous',
    'Next',
    'Print',
    'Show backups and server',
    'Columns and rows',
    'Views',
  ],
  ...['Office view', 'What the applicant sees'],
];
/** A document in the strip of a record opens it, and the list of sessions shows only the newest at first. */
const isReading = (name: string) =>
  reading.includes(name) || name.endsWith('Missing') || /^Show all \d+ sessions$/.test(name);

/** The buttons and fields of the screen, and the links to forms; switches are of this device alone. */
function controls(page: Page): Promise<string[]> {
  return page
    .locator(
      'main :is(button, input:not([type=search], [type=radio], [role=switch]), a[href^="/add"], a[href^="/edit"])',
    )
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
    );
}
