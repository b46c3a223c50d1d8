/**
 * The frame around every screen: the sidebar of each role, collapsing it, the drawer on a phone, the focus; and the short
 * messages in its corner: how many, how long, and never the only place of an error.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import bn from '../../../web/texts/office/frame.bn.json' with { type: 'json' };
import { enlarge, expectAccessible, expectNoSidewaysScroll, overflowingElements, stopClock } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { openScreen } from './screens.ts';

const product = openProduct();
const desktop = { width: 1440, height: 900 };
const at = '/setting';

/** The groups of the sidebar with their entries, in order. */
async function groups(page: Page): Promise<[string, string[]][]> {
  const found = await page.getByRole('navigation', { name: 'Office' }).locator('> div').all();
  return Promise.all(
    found.map(
      async (group): Promise<[string, string[]]> => [
        (await group.locator('h2').textContent()) ?? '',
        await group.getByRole('link').allInnerTexts(),
      ],
    ),
  );
}

describe('the sidebar', () => {
  test('shows the super admin every group of the specification, and the audit log, and leads to every screen that it names', async () => {
    const { page } = await product.openPage({ as: 'super-admin', at, viewport: desktop });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => groups(page))
      .toEqual([
        ['Start', ['Dashboard']],
        ['Sub-admin', ['Admin List', 'Add Admin']],
        ['Application', ['Application List', 'Add Application']],
        ['Approved', ['Slider List', 'Add Slider']],
        ['Super-admin', ['Profile', 'Audit log', 'Settings']],
      ]);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await expect.poll(() => page.locator('[aria-current=page]').allInnerTexts()).toEqual(['Settings']);
    const links = page.getByRole('navigation', { name: 'Office' }).getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      ...['/dashboard', '/userManagement', '/addUserManagement', '/application', '/addUserApplication'],
      ...['/slider', '/addSliders', '/profile', '/auditLog', '/setting'],
    ]);
    await links.filter({ hasText: 'Slider List' }).click();
    await page.waitForURL(`${product.origin}/slider`);
    await expect.poll(() => page.locator('[aria-current=page]').allInnerTexts()).toEqual(['Slider List']);
    await page.locator('main h1').waitFor();
  });

  test('shows an admin what they may open, and no more', async () => {
    const { page } = await product.openPage({ as: 'admin', at, viewport: desktop });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => groups(page))
      .toEqual([
        ['Start', ['Dashboard']],
        ['Sub-admin', ['Admin List']],
        ['Application', ['Application List', 'Add Application']],
        ['Approved', ['Slider List', 'Add Slider']],
        ['Super-admin', ['Settings']],
      ]);
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/api/audit') && requests.push(request.url()));
    for (const path of ['/auditLog', '/profile']) {
      await openScreen(page, path);
      await page.waitForURL('**/dashboard');
    }
    expect(requests).toEqual([]);
  });

  test('is skipped by the keyboard, and collapses to its icons and stays so after a reload, each link with its name; so do the chosen colours', async () => {
    const { page } = await product.openPage({ as: 'super-admin', at, viewport: desktop, colorScheme: 'light' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect.poll(() => skip.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await expect.poll(() => new URL(page.url()).hash).toBe('');

    await page.getByRole('button', { name: 'Dark colours' }).click();
    await page.getByRole('button', { name: 'Light colours' }).waitFor();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    const side = page.getByRole('complementary');
    const width = async () => Math.round((await side.boundingBox())?.width ?? 0);
    await expect.poll(width).toBe(264);
    await page.getByRole('button', { name: 'Close the menu', expanded: true }).click();
    await page.getByRole('button', { name: 'Open the menu', expanded: false }).waitFor();
    await expect.poll(width).toBe(76);
    await page.reload();
    await page.getByRole('button', { name: 'Open the menu', expanded: false }).waitFor();
    await expect.poll(width).toBe(76);
    await page.getByRole('button', { name: 'Light colours' }).waitFor();
    await expect.poll(() => ground()).toBe(dark);
    await expectAccessible(page);
    // After a navigation the content has the focus.
    await side.getByRole('link', { name: 'Audit log' }).press('Enter');
    await page.waitForURL('**/auditLog');
    await page.getByLabel('Person').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('user');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('button', { name: 'Close the menu', expanded: true }).waitFor();
    await expect.poll(width).toBe(264);
  });
});

test('on a phone the sidebar is a drawer that traps the focus, returns it, and closes when another screen opens, which takes the focus, or is kept from opening by an unsaved form', async () => {
  const { page } = await product.openPage({ as: 'super-admin', at });
  const open = page.getByRole('button', { name: 'Open the menu' });
  await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
  await open.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.waitFor();
  await expect.poll(() => drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expectAccessible(page);
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Tab');
    await expect.poll(() => drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => open.evaluate((element) => element === document.activeElement)).toBe(true);

  await open.click();
  await drawer.getByRole('link', { name: 'Admin List' }).click();
  await page.waitForURL('**/userManagement');
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');

  await open.click();
  await drawer.getByRole('link', { name: 'Add Admin' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Nadia');
  await open.click();
  await drawer.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Stay here' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => name.inputValue()).toBe('Nadia');
  await expect.poll(() => open.evaluate((element) => element === document.activeElement)).toBe(true);

  // A logout that failed has to be seen, also where the drawer was closed for the question.
  await page.route('**/api/users/logout', (route) => route.abort());
  await open.click();
  await drawer.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Leave' }).click();
  await drawer.getByRole('alert').getByText('No response from server. Please try again.').waitFor();
  const restarting = { status: 503, json: { code: 'restarting' } };
  await page.route('**/api/users/logout', (route) => route.fulfill(restarting));
  await drawer.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Leave' }).click();
  await drawer.getByRole('alert').getByText('The service is restarting. Please try again in a moment.').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  expect(await name.inputValue()).toBe('Nadia');
});

test('in either language nothing of the frame sticks out at 320 px with letters of double size, nor at 768 px, and on a low desktop screen every entry is in sight', async () => {
  const { page } = await product.openPage({ as: 'super-admin' });
  for (const language of ['en', 'bn'] as const) {
    await product.chooseLanguage(page, language);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(at);
    await page.locator(`html[lang=${language}]`).waitFor();
    const nav = page.getByRole('complementary').getByRole('navigation');
    const hidden = () => nav.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    await expect.poll(hidden).toBe(0);
    await page.setViewportSize({ width: 1366, height: 500 });
    await expect.poll(hidden).toBeGreaterThan(0);
    for (const [width, size] of [
      [768, '100%'],
      [320, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await enlarge(page, size);
      await page.getByRole('complementary').waitFor({ state: 'detached' });
      await expect.poll(() => overflowingElements(page)).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('button', { name: language === 'bn' ? bn.openMenu : 'Open the menu' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.waitFor();
    const links = await drawer
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.scrollWidth - link.clientWidth));
    expect(Math.max(...links)).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
});

describe('the short messages', () => {
  test('show an error for four seconds and a success for two, and at most twenty at a time', async () => {
    const staff = await product.staff('admin');
    await product.staff('admin');
    const { page } = await product.openPage({ as: staff, at, viewport: desktop });
    await page.locator('main li').nth(1).waitFor();
    await stopClock(page);
    const toast = page.locator('.mantine-Notification-root');
    const logout = page.getByRole('button', { name: 'Logout' });
    await page.route('**/api/users/logout', (route) => route.abort());
    await logout.click();
    await toast.waitFor();
    // The screen says the same, so that screen readers say it once.
    expect([await toast.getAttribute('role'), await toast.getAttribute('aria-hidden')]).toEqual([
      'presentation',
      'true',
    ]);
    await page.clock.runFor(limits.toastMs - 1_500);
    await expect.poll(() => toast.count()).toBe(1);
    await page.clock.runFor(2_000);
    await toast.waitFor({ state: 'detached' });

    await page.locator('main li').nth(1).getByRole('button').click();
    await page.getByRole('button', { name: 'End the session', exact: true }).click();
    await toast.waitFor();
    await page.clock.runFor(limits.toastSuccessMs + 500);
    await toast.waitFor({ state: 'detached' });

    const text = 'No response from server. Please try again.';
    await logout.evaluate((button: HTMLElement, times) => {
      for (let time = 0; time < times; time++) button.click();
    }, limits.toastsMax + 5);
    const errors = toast.filter({ hasText: text });
    await errors.nth(limits.toastsMax - 1).waitFor();
    await page.clock.runFor(1_000);
    await expect.poll(() => errors.count()).toBe(limits.toastsMax);
    // The same text is on the screen, for users who miss the toast.
    await page.getByRole('complementary').getByRole('alert').filter({ hasText: text }).waitFor();
  });

  test('none covers the bar that saves a form, in Bangla, whose texts are longer', async () => {
    const { page } = await product.openPage({
      as: 'admin',
      at: '/addUserApplication',
      viewport: desktop,
      language: 'bn',
    });
    await page.locator('#surname').waitFor();
    await stopClock(page);
    await page.route('**/api/users/logout', (route) => route.abort());
    await page.getByRole('complementary').getByRole('button').last().click();
    const toast = page.locator('.mantine-Notification-root');
    await toast.waitFor();
    await page.clock.runFor(500);
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      const save = page.locator('main form button[type=submit]').last();
      const bar = () =>
        save.evaluate((button) => button.parentElement?.parentElement?.getBoundingClientRect().top ?? 0);
      const end = () => toast.evaluate((element) => element.getBoundingClientRect().bottom);
      await expect.poll(async () => (await bar()) - (await end()), { message: `${width}` }).toBeGreaterThanOrEqual(0);
    }
  });
});
