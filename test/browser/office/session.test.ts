/** A session: its marks in the browser, its end, and what happens to unsaved work. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import { limits } from '../../../contract/limits.ts';
import bn from '../../../web/texts/office/login.bn.json' with { type: 'json' };
import { superAdmin } from '../../product.ts';
import { expectAccessible, hold, installClock, stopClock } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { openScreen } from './screens.ts';

const product = openProduct();
const { email, password } = superAdmin;
const somebody = { name: 'Rupa Akter', email: 'rupa@office.example', password: 'nine loud geese land' };

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`#${name}`, value);
}

const again = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' });

describe('the marks of a session', () => {
  test('are checked every 60 seconds, on the user’s own profile too; without the cookie the token is removed, the login opens, and the session is over', async () => {
    const staff = await product.staff();
    const { page, context } = await product.openPage({ as: staff });
    await installClock(page);
    await page.goto('/profile?from=here');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await stopClock(page);
    await context.clearCookies({ name: 'refreshToken' });
    await page.clock.runFor((limits.sessionCheckSeconds / 2) * 1_000);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/profile');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(staff.token);
    await page.clock.runFor((limits.sessionCheckSeconds / 2) * 1_000);
    await page.waitForURL(`**/login?next=${encodeURIComponent('/profile?from=here')}`);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect((await staff.call('me')).status).toBe(401);
  });

  test('losing the token signs the user out for good', async () => {
    const staff = await product.staff();
    const { page } = await product.openPage({ as: staff, at: '/healthz' });
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(staff.token);
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto('/setting');
    await page.waitForURL('**/login?next=%2Fsetting');
    // So it is over for a cookie that somebody has kept, too.
    expect((await staff.call('me')).status).toBe(401);
  });

  test('are removed in every tab on signing out, and the login says why it opened', async () => {
    const { page, context } = await product.openPage({ as: 'admin', viewport: { width: 1280, height: 800 } });
    await installClock(page);
    await page.goto('/setting');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Here the 60 seconds never pass.
    await stopClock(page);
    const other = await context.newPage();
    await other.setViewportSize({ width: 1280, height: 800 });
    await other.goto('/setting');
    // Before it is there, the script does not listen yet.
    await other.getByRole('heading', { level: 1 }).waitFor();
    await other.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login?next=%2Fsetting');
    await page.getByText('You need to sign in to open that page.').waitFor();
    await other.waitForURL((url) => url.pathname === '/');
  });

  test('of another person, who signs in in another tab, make every tab that person’s, and stay when a call of the session before is refused only then', async () => {
    const owner = await product.staff();
    const other = { name: 'Nadia Islam', email: 'nadia@office.example', password: 'nine loud geese land' };
    expect((await owner.call('addUser', { json: other })).status).toBe(201);
    const at = '/login?next=%2Fsetting';
    const { page, context } = await product.openPage({ at, viewport: { width: 1280, height: 800 } });
    const second = await context.newPage();
    await second.goto(at);
    const signIn = async (tab: Page, { name, email, password }: typeof other) => {
      await fill(tab, { email, password });
      await tab.keyboard.press('Enter');
      await tab.getByText(name).first().waitFor();
    };
    await signIn(page, superAdmin);
    // Otherwise the first tab would follow before the refusal comes.
    const me = `**${endpoints.me.path}`;
    await hold(page, me);
    const refused = `**${endpoints.users.path}`;
    const refuse = await hold(page, refused, async (route) => {
      // The page that loads afterwards asks with the session of the other person.
      await page.unroute(refused);
      const refusal = await fetch(`${product.origin}${endpoints.users.path}`);
      await route.fulfill({ status: refusal.status, contentType: 'application/json', body: await refusal.text() });
    });
    const sent = page.waitForRequest(refused);
    await page.locator('nav a[href="/userManagement"]').click();
    await sent;
    await signIn(second, other);
    // The page that the first tab then loads shows the name before its script hears of the other tab.
    const load = await hold(page, /\.js$/);
    refuse();
    // The list of users, which the first tab then shows, has both names.
    const signedIn = (name: string) => page.getByRole('complementary').getByText(name, { exact: true });
    await signedIn(other.name).waitFor();
    expect(await second.evaluate(async (path) => (await fetch(path)).status, endpoints.me.path)).toBe(200);
    expect(new URL(second.url()).pathname).toBe('/setting');

    // As the login of the second tab does it, once more for the first person.
    await page.unroute(me);
    await context.addCookies(owner.cookies.map((cookie) => ({ ...cookie, url: product.origin })));
    await second.evaluate((token) => {
      localStorage.setItem('tokenAt', String(Date.now()));
      localStorage.setItem('token', token);
    }, owner.token);
    load();
    await signedIn(superAdmin.name).waitFor();
    expect(await signedIn(other.name).count()).toBe(0);
  });

  test('are not checked while the password is asked for, which is also asked for when they are lost while a form has unsaved text', async () => {
    const staff = await product.staff();
    const { page, context } = await product.openPage({ as: staff });
    const ended: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/users/logout') && ended.push(request.url()));
    await installClock(page);
    await page.goto('/addUserManagement');
    await fill(page, { ...somebody, email: 'patient@office.example' });
    await staff.call('logout');
    await page.click('form button[type=submit]');
    await again(page).waitFor();
    await page.clock.runFor((2 * limits.sessionCheckSeconds + 1) * 1_000);
    await again(page).getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/userManagement');
    // So the new session was not ended.
    expect(ended).toEqual([]);
    // The form would stay, with the text that it has saved, if its screen opened again before the list is shown.
    await page.getByRole('heading', { name: 'Add Admin' }).waitFor({ state: 'hidden' });

    await openScreen(page, '/addUserManagement');
    await fill(page, { name: somebody.name });
    await context.clearCookies({ name: 'refreshToken' });
    await page.clock.runFor((limits.sessionCheckSeconds + 1) * 1_000);
    await again(page).waitFor();
    await expect.poll(() => page.inputValue('#name')).toBe(somebody.name);
    await again(page).getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await again(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.inputValue('#name')).toBe(somebody.name);
    expect((await context.cookies()).map(({ name }) => name)).toContain('refreshToken');
  });
});

describe('a session that ends on the server', () => {
  test('is noticed when the next list is requested, without a reload; a logout that did not arrive has ended nothing', async () => {
    const staff = await product.staff();
    const viewport = { width: 1440, height: 900 };
    const { page } = await product.openPage({ as: staff, at: '/setting', viewport });
    await page.getByText('This device', { exact: true }).waitFor();
    await page.route('**/api/users/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await page
      .getByRole('complementary')
      .getByRole('alert')
      .filter({ hasText: 'No response from server. Please try again.' })
      .waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/setting');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy();
    // While it is tried again, the former failure is not told any more.
    await page.unroute('**/api/users/logout');
    const answer = await hold(page, '**/api/users/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    const failure = page.getByRole('complementary').getByRole('alert');
    await failure.waitFor({ state: 'detached' });
    answer();
    await failure.waitFor();
    await staff.call('logout');
    await page.route('**/login?*', (route) => route.abort('aborted'), { times: 1 });
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    // The page was left, and Back shows it again from the cache of the browser.
    const reloaded = page.waitForRequest((sent) => sent.isNavigationRequest() && !sent.url().includes('/login'));
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await reloaded;
    await page.waitForURL('**/login?next=%2FauditLog');
  });

  test('asks for the password over a form, says when it is wrong, and then saves what was typed', async () => {
    const staff = await product.staff();
    const { page } = await product.openPage({ as: staff, at: '/addUserManagement' });
    await fill(page, somebody);
    await staff.call('logout');
    await page.click('form button[type=submit]');
    const dialog = again(page);
    await dialog.getByText(`Enter the password for ${email}`).waitFor();
    const input = dialog.getByLabel('Password', { exact: true });
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
    // Neither Escape nor a click outside may close the dialogue and lose the work.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await dialog.waitFor();

    const submit = dialog.getByRole('button', { name: 'Login', exact: true });
    // On a desktop the three buttons are beside each other.
    await page.setViewportSize({ width: 1366, height: 768 });
    const tops = await dialog
      .locator('button[type=submit], button:has(~ [type=submit])')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await submit.click();
    await dialog.getByRole('alert').filter({ hasText: 'All fields are required' }).waitFor();
    await input.fill('wrong');
    await submit.click();
    await dialog.getByRole('alert').filter({ hasText: 'Invalid email or password.' }).waitFor();
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
    await page.route('**/api/users/login', (route) => route.abort());
    await submit.click();
    await dialog.getByRole('alert').filter({ hasText: 'No response from server. Please try again.' }).waitFor();
    await page.unroute('**/api/users/login');
    await input.fill(password);
    await submit.click();
    await page.waitForURL('**/userManagement');
    await page.locator('tbody tr').filter({ hasText: somebody.email }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy();
  });

  test('asks in Bangla and in the dark, where axe finds nothing, and lets the user leave the form for the login on purpose', async () => {
    const staff = await product.staff();
    const { page } = await product.openPage({
      as: staff,
      at: '/addUserManagement',
      language: 'bn',
      colorScheme: 'dark',
    });
    await fill(page, { ...somebody, email: 'axe@office.example' });
    await staff.call('logout');
    await page.click('form button[type=submit]');
    await page.getByText(bn.againTitle).waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button').last().click();
    await dialog.getByRole('alert').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: bn.againLeave }).click();
    await page.waitForURL('**/login?next=%2FaddUserManagement');
    const users = await (await product.staff()).call('users');
    expect(users.ok && users.data.some(({ email }) => email === 'axe@office.example')).toBe(false);
  });
});
