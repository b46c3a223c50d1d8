/** The super admin's profile, and who may not see it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdmin } from '../../product.ts';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { sticksOut } from '../status-check.ts';

const product = openProduct();
const at = '/profile';
const desktop = { width: 1440, height: 900 };
const { name, email, password } = superAdmin;
const passwords = { password, confirmPassword: password };

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(values)) await page.fill(`#${field}`, value);
  await page.click('form button[type=submit]');
}

const problems = async (page: Page) => {
  await page.locator('#error-summary').waitFor();
  return page.locator('[role=alert] li').allInnerTexts();
};

test('a new name is in the frame at once, other sessions end, and the email address cannot be changed', async () => {
  const other = await product.staff();
  const { page } = await product.openPage({ as: 'super-admin', at, viewport: desktop });
  await expect.poll(() => page.inputValue('#email')).toBe(email);
  await expect.poll(() => page.isDisabled('#email')).toBe(true);
  await fill(page, { name: 'Salma Khatun', ...passwords });
  await page.locator('main').getByText('The profile has been saved.').waitFor();
  await page.getByRole('complementary').getByText('Salma Khatun', { exact: true }).waitFor();
  await expect.poll(() => page.inputValue('#password')).toBe('');
  expect((await other.call('me')).status).toBe(401);
  await fill(page, { name, ...passwords });
  await page.getByRole('complementary').getByText(name, { exact: true }).waitFor();
});

test('the name is changed alone, and every device stays signed in', async () => {
  const other = await product.staff();
  const { page } = await product.openPage({ as: 'super-admin', at, viewport: desktop });
  await fill(page, { name: 'Salma Akter' });
  await page.locator('main').getByText('The profile has been saved.').waitFor();
  expect((await other.call('me')).status).toBe(200);
  await fill(page, { name, current: password });
  await page.getByRole('complementary').getByText(name, { exact: true }).waitFor();
  await expect.poll(() => page.inputValue('#current')).toBe('');
});

test.each([
  ['an empty name', { name: ' ', ...passwords }, 'All fields are required', 'name'],
  [
    'a confirmation without a password',
    { password: '', confirmPassword: password },
    'Passwords do not match.',
    'confirmPassword',
  ],
  [
    'a wrong current password',
    { current: 'wrong wrong', ...passwords },
    'The current password is not right.',
    'current',
  ],
  [
    'a short password',
    { password: 'seven77', confirmPassword: 'seven77' },
    'The password must have at least 8 characters.',
    'password',
  ],
  [
    'two different passwords',
    { password, confirmPassword: `${password}x` },
    'Passwords do not match.',
    'confirmPassword',
  ],
  [
    'a common password',
    { password: 'maplegate2026', confirmPassword: 'maplegate2026' },
    'This password is too easy to guess. Please choose another.',
    'password',
  ],
])('%s is refused at its field, and nothing is saved', async (_, values, text, field) => {
  const owner = await product.staff();
  const { page } = await product.openPage({ as: owner, at });
  await fill(page, values);
  await expect.poll(() => problems(page)).toEqual([text]);
  await expect.poll(() => page.locator(`#${field}`).getAttribute('aria-invalid')).toBe('true');
  const again = await product.staff();
  expect((await again.call('me')).status).toBe(200);
});

test.each([
  ['out of reach', 'Request was aborted: the server could not be reached', () => 'abort'],
  ['silent for five seconds', 'Request was aborted: no answer within 5 seconds', () => 'wait'],
  ['full', 'There is no room left to store this. Nothing was changed.', () => 'full'],
])('while the server is %s, the profile says why it is not saved', async (_, text, how) => {
  const { page } = await product.openPage({ as: 'super-admin', at, hasTimeLimits: how() === 'wait' });
  await page.route('**/api/users/profile', (route) => {
    if (how() === 'abort') return route.abort();
    if (how() === 'full')
      return route.fulfill({ status: 507, json: { message: 'x', code: 'disk_full', requestId: '' } });
  });
  await fill(page, passwords);
  await expect.poll(() => problems(page)).toEqual([text]);
});

test('a visitor is led to the login and an admin to the dashboard', async () => {
  const visitor = await product.openPage({ at });
  await visitor.page.waitForURL('**/login?next=%2Fprofile');
  const admin = await product.openPage({ as: 'admin', at });
  await admin.page.waitForURL('**/dashboard');
});

test.each([
  { language: 'bn', colorScheme: 'light', width: 1440 },
  { language: 'en', colorScheme: 'dark', width: 320 },
] as const)(
  'axe finds nothing and nothing sticks out: $language, $colorScheme, $width',
  async ({ width, ...options }) => {
    const viewport = { width, height: 800 };
    const { page } = await product.openPage({ as: 'super-admin', at, viewport, ...options });
    await page.fill('#password', 'rickshaw9');
    await page.click('form button[type=submit]');
    await page.locator('#error-summary').waitFor();
    await expectAccessible(page);
    await expect.poll(() => sticksOut(page)).toEqual([]);
  },
);
