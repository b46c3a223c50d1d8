/** Signing in: its texts, where it leads, and the first visitor, who sets the product up. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import bn from '../../../web/texts/office/login.bn.json' with { type: 'json' };
import { superAdmin } from '../../product.ts';
import { enlarge, expectAccessible, expectGivenUpAfter, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct();
const { name, email, password } = superAdmin;
const credentials = { email, password };

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  await page.locator('form').waitFor();
  for (const [field, value] of Object.entries(values)) await page.fill(`#${field}`, value);
  await page.click('form button[type=submit]');
}

const problems = async (page: Page) => {
  await page.locator('#error-summary').waitFor();
  return page.locator('[role=alert] li').allInnerTexts();
};

test('the first visitor with the code sets the product up, signs in and out again; a set-up that another tab had begun then leads to the login', async () => {
  const { page, context } = await product.openPage({ at: '/profile' });
  const passwords = { password, confirmPassword: password };

  await fill(page, { setupCode: '', name, ...passwords });
  await expect.poll(() => problems(page)).toEqual(['All fields are required']);
  for (const wrong of ['ভুল', 'wrong']) {
    await fill(page, { setupCode: wrong, name, ...passwords });
    await page.locator('form button[type=submit]:not([aria-disabled])').waitFor();
    await expect.poll(() => problems(page)).toEqual(['The set-up code is not right.']);
  }
  await page.locator('a[href="#setupCode"]').waitFor();
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  await expectAccessible(page);

  const setupCode = await product.setupCode();
  const { page: other } = await product.openPage({ at: '/profile' });
  await other.fill('#setupCode', setupCode);
  await fill(page, { setupCode, name, password, confirmPassword: 'another one' });
  await page.locator('a[href="#confirmPassword"]').waitFor();
  await expect.poll(() => problems(page)).toEqual(['Passwords do not match.']);
  await expect.poll(() => page.inputValue('#name')).toBe(name);
  await expect.poll(() => page.isDisabled('#email')).toBe(true);
  await expect.poll(() => page.inputValue('#email')).toBe(email);

  const inBengaliDigits = setupCode.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
  await fill(page, { setupCode: inBengaliDigits, ...passwords });
  const created = page.getByText('The super admin has been created. You can sign in now.');
  await expect.poll(() => created.evaluate((status) => status === document.activeElement)).toBe(true);
  await page.click('a[href="/login"]');

  await fill(page, credentials);
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').getByText(name, { exact: true }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy();
  const cookies = await context.cookies();
  expect(cookies.find((cookie) => cookie.name === 'session')?.httpOnly).toBe(true);
  const refresh = cookies.find((cookie) => cookie.name === 'refreshToken');
  expect(Math.round(((refresh?.expires ?? 0) - Date.now() / 1_000) / 86_400)).toBe(7);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${product.origin}/`);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const left = (await context.cookies()).map((cookie) => cookie.name);
  expect(left).not.toContain('session');
  expect(left).not.toContain('refreshToken');

  // It is not asked to sign in again, in place.
  await fill(other, { name, ...passwords });
  await other.waitForURL('**/login?next=%2Fprofile');
});

describe('once there is a super admin', () => {
  beforeEach(async () => {
    await product.staff();
  });

  test('each failure to sign in is shown in the words of the specification, and what was typed is kept', async () => {
    const { page } = await product.openPage({ at: '/login' });
    const call = '**/api/users/login';
    const missing = 'All fields are required';
    const failures: [Record<string, string>, string, Parameters<Page['route']>[1]?][] = [
      [{ email: '', password: '' }, missing],
      [{ email, password: 'wrong' }, 'Invalid email or password.'],
      [
        credentials,
        'Login failed. Please check your credentials.',
        (route) => route.fulfill({ status: 503, body: 'busy' }),
      ],
      [
        credentials,
        'The service is busy. Please try again in a moment.',
        (route) => route.fulfill({ status: 503, json: { code: 'overloaded' } }),
      ],
      [credentials, 'Login failed. No token received.', (route) => route.fulfill({ json: { user: {} } })],
      [credentials, 'No response from server. Please try again.', (route) => route.abort()],
    ];
    const expectTold = async (values: Record<string, string>, text: string) => {
      await expect.poll(() => problems(page)).toEqual([text]);
      await expect.poll(() => page.title()).toMatch(/^Error: /);
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
      await expect.poll(() => page.inputValue('#email')).toBe(values.email);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    };
    await page.locator('form').waitFor();
    expect(await page.getByText('You need to sign in to open that page.').count()).toBe(0);
    for (const [values, text, answer] of failures) {
      if (answer) await page.route(call, answer);
      await fill(page, values);
      await expectTold(values, text);
      // A fault of the server is none of the fields.
      await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(answer ? 0 : 1);
      await page.unroute(call);
    }
    // Here the request cannot even be made.
    await page.evaluate(() => {
      AbortSignal.timeout = () => {
        throw new Error('broken');
      };
    });
    await fill(page, credentials);
    await expectTold(credentials, 'An error occurred during login. Please try again.');
  });

  test('when the server does not answer within five seconds, the login says so', async () => {
    const { page } = await product.openPage({ at: '/login', hasTimeLimits: true });
    const request = '**/api/users/login';
    await page.route(request, () => {});
    const sign = page.locator('#error-summary');
    await expectGivenUpAfter(page, limits.quickTimeoutMs, { send: () => fill(page, credentials), request, sign });
    await expect.poll(() => problems(page)).toEqual(['No response from server. Please try again.']);
  });

  test('the password can be shown, and Enter sends the form, in the language last read on the site, which can be switched', async () => {
    const { page } = await product.openPage({ at: '/bn/enquiry' });
    await page.click('main a[href="/login"]');
    await page.getByLabel(bn.email).waitFor();
    await page.click('main button[lang]');
    await page.getByLabel('Email').waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    await page.fill('#email', email);
    const input = page.locator('#password');
    await expect.poll(() => input.getAttribute('type')).toBe('password');
    await input.press('Enter');
    await problems(page);
    await page.getByRole('checkbox', { name: 'Show the password' }).press('Space');
    await expect.poll(() => input.getAttribute('type')).toBe('text');
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('checkbox');
    await input.fill(password);
    await input.press('Enter');
    await page.waitForURL('**/dashboard');
  });

  test('without script the login says that it needs it and sends no password anywhere', async () => {
    const { page } = await product.openPage({ javaScriptEnabled: false, at: '/login' });
    await expect.poll(() => page.innerText('main')).toContain('The office needs JavaScript.');
    await expect.poll(() => page.locator('input').count()).toBe(0);
  });

  test('axe finds nothing on the login in Bangla and in the dark, and nothing sticks out at 320 px with letters of double size', async () => {
    const viewport = { width: 320, height: 740 };
    const { page } = await product.openPage({ at: '/login', viewport, language: 'bn', colorScheme: 'dark' });
    await page.locator('form').waitFor();
    await enlarge(page, '200%');
    await fill(page, { email: '', password: '' });
    await page.locator('#error-summary').waitFor();
    await expectAccessible(page);
    await expect.poll(() => overflowingElements(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
