/** The office's first forms, in a browser with script. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import bn from '../../web/texts/office/login.bn.json' with { type: 'json' };
import { type Product, startProduct, superAdmin } from '../product.ts';
import { openBrowser, openPage, type Watched } from './browser.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function fill({ page }: Watched, values: Record<string, string>): Promise<void> {
  await page.waitForSelector('form');
  for (const [name, value] of Object.entries(values)) await page.fill(`#${name}`, value);
  await page.click('form button[type=submit]');
}

const credentials = { email: superAdmin.email, password: superAdmin.password };

test('the first visitor with the code sets the product up, signs in and out again', async () => {
  const watched = await openPage(browser);
  const { page, context, complaints } = watched;
  await page.goto(`${product.origin}/profile`);
  const { name, password } = superAdmin;
  const passwords = { password, confirmPassword: password };

  await fill(watched, { setupCode: 'wrong', name, ...passwords });
  await page.waitForSelector('[role=alert] a[href="#setupCode"]');
  expect(await page.innerText('[role=alert]')).toContain('The set-up code is not right.');
  expect(await page.title()).toMatch(/^Error: /);

  const setupCode = await product.setupCode();
  await fill(watched, { setupCode, name, password, confirmPassword: 'another one' });
  await page.waitForSelector('[role=alert] a[href="#confirmPassword"]');
  expect(await page.innerText('[role=alert]')).toContain('Passwords do not match.');
  expect(await page.inputValue('#name')).toBe(name);
  expect(await page.isDisabled('#email')).toBe(true);

  await fill(watched, { setupCode, ...passwords });
  await page.waitForSelector('[role=status]');
  await page.click('a[href="/login"]');

  await fill(watched, credentials);
  await page.waitForURL(`${product.origin}/dashboard`);
  await page.getByRole('complementary').or(page.locator('nav')).first().waitFor();
  expect(await page.innerText('body')).toContain(name);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy();
  const cookies = await context.cookies();
  expect(cookies.find((cookie) => cookie.name === 'session')?.httpOnly).toBe(true);

  await page.goto(`${product.origin}/login`);
  expect(page.url()).toBe(`${product.origin}/dashboard`);
  await page.goto(`${product.origin}/profile`);
  await fill(watched, { name: 'Rupa A.', ...passwords });
  await page.waitForSelector('[role=status]');

  await page.goto(`${product.origin}/dashboard`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${product.origin}/`);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('session');
  for (const path of ['/dashboard', '/profile']) {
    await page.goto(product.origin + path);
    expect(page.url()).toBe(`${product.origin}/login?next=${encodeURIComponent(path)}`);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

describe('once there is a super admin', () => {
  beforeEach(async () => {
    await product.staff();
  });

  test('signing in leads back to the screen that was asked for, and to no other site', async () => {
    const next = {
      '/setting': '/setting',
      '//evil.example': '/dashboard',
      'https://evil.example/dashboard': '/dashboard',
    };
    for (const [asked, reached] of Object.entries(next)) {
      const watched = await openPage(browser);
      await watched.page.goto(`${product.origin}/login?${new URLSearchParams({ next: asked })}`);
      await fill(watched, credentials);
      await watched.page.waitForURL(product.origin + reached);
      await watched.context.close();
    }
  });

  test('the browser that loses the mark of its session is signed out for good', async () => {
    const watched = await openPage(browser);
    const { page, context } = watched;
    await page.goto(`${product.origin}/login`);
    await fill(watched, credentials);
    await page.waitForURL('**/dashboard');
    const session = (await context.cookies()).filter(({ name }) => name === 'session');
    await context.clearCookies({ name: 'refreshToken' });
    await page.reload();
    await page.waitForURL('**/login?next=*');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await context.addCookies(session);
    await page.goto(`${product.origin}/dashboard`);
    expect(page.url()).toContain('/login');
    await context.close();
  });

  test.each<[string, Record<string, string>, (watched: Watched) => Promise<unknown>, string]>([
    ['nothing is filled in', { email: '', password: '' }, async () => {}, 'All fields are required'],
    ['the password is wrong', { ...credentials, password: 'wrong' }, async () => {}, 'Invalid email or password.'],
    [
      'the server has trouble',
      credentials,
      ({ page }) => page.route('**/api/users/login', (route) => route.fulfill({ status: 503, body: 'busy' })),
      'Login failed. Please check your credentials.',
    ],
    [
      'the answer has no token',
      credentials,
      ({ page }) => page.route('**/api/users/login', (route) => route.fulfill({ json: { user: {} } })),
      'Login failed. No token received.',
    ],
    [
      'the server is out of reach',
      credentials,
      ({ page }) => page.route('**/api/users/login', (route) => route.abort()),
      'No response from server. Please try again.',
    ],
    [
      'the server does not answer within five seconds',
      credentials,
      ({ page }) => page.route('**/api/users/login', () => {}),
      'No response from server. Please try again.',
    ],
    [
      'the request cannot even be made',
      credentials,
      ({ page }) =>
        page.addInitScript(() => {
          AbortSignal.timeout = () => {
            throw new Error('broken');
          };
        }),
      'An error occurred during login. Please try again.',
    ],
  ])('when %s, the login says so in the words of the specification', async (_, values, prepare, text) => {
    const watched = await openPage(browser);
    const { page, context } = watched;
    await prepare(watched);
    await page.goto(`${product.origin}/login`);
    await fill(watched, values);
    await page.waitForSelector('[role=alert]');
    expect(await page.locator('[role=alert] li').allInnerTexts()).toEqual([text]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    expect(await page.inputValue('#email')).toBe(values.email);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await context.close();
  });

  test('a profile that cannot be saved says why in the words of the specification', async () => {
    const watched = await openPage(browser);
    const { page, context } = watched;
    await page.goto(`${product.origin}/login?next=/profile`);
    await fill(watched, credentials);
    await page.waitForURL('**/profile');
    await page.route('**/api/users/profile', (route) => route.abort());
    await fill(watched, { password: 'x', confirmPassword: 'x' });
    await page.waitForSelector('[role=alert]');
    expect(await page.innerText('[role=alert] li')).toMatch(/^Request was aborted: /);
    await context.close();
  });

  test('the office speaks the language last read on the site, and can be switched', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${product.origin}/bn/enquiry`);
    await page.click('main a[href="/login"]');
    await page.waitForSelector(`text=${bn.email}`);
    await page.click('main button[lang]');
    await page.waitForSelector('text=Email');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await context.close();
  });

  test('without script the login says that it needs it and sends no password anywhere', async () => {
    const { page, context } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(`${product.origin}/login`);
    expect(await page.innerText('main')).toContain('The office needs JavaScript.');
    expect(await page.locator('input').count()).toBe(0);
    await context.close();
  });
});
