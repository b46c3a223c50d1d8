/** The super admin's profile, and who may not see it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { superAdmin } from '../../product.ts';
import { expectAccessible, expectGivenUpAfter, hold, limitedByClock, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';

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

test('a new name is in the frame at once, every device stays signed in unless the password is changed, and the email address cannot be changed', async () => {
  const other = await product.staff();
  const { page } = await product.openPage({ as: 'super-admin', at, viewport: desktop });
  await expect.poll(() => page.inputValue('#email')).toBe(email);
  await expect.poll(() => page.isDisabled('#email')).toBe(true);
  const answer = await hold(page, '**/api/users/profile');
  await fill(page, { name: 'Salma Akter' });
  // What is typed now would not be saved.
  await expect.poll(() => page.locator('[inert] #name').count()).toBe(1);
  answer();
  await expect.poll(() => page.locator('[inert] #name').count()).toBe(0);
  const saved = page.locator('main').getByText('The profile has been saved.');
  await expect.poll(() => saved.evaluate((status) => status === document.activeElement)).toBe(true);
  expect((await other.call('me')).status).toBe(200);
  await fill(page, { confirmPassword: password });
  expect(await problems(page)).toEqual(['Passwords do not match.']);
  expect(await saved.count()).toBe(0);
  await fill(page, { confirmPassword: '' });
  await saved.waitFor();
  await fill(page, { name, current: password });
  await page.getByRole('complementary').getByText(name, { exact: true }).waitFor();
  await expect.poll(() => page.inputValue('#current')).toBe('');
  expect((await other.call('me')).status).toBe(200);

  await fill(page, { name: 'Salma Khatun', ...passwords });
  await page.getByRole('complementary').getByText('Salma Khatun', { exact: true }).waitFor();
  await expect.poll(() => page.inputValue('#password')).toBe('');
  expect((await other.call('me')).status).toBe(401);
  await fill(page, { name, ...passwords });
  await page.getByRole('complementary').getByText(name, { exact: true }).waitFor();
});

test('each missing or wrong value is refused at its field, each failure of the server is shown, and nothing is saved', async () => {
  const { page } = await product.openPage({ as: 'super-admin', at });
  const empty = { name, current: '', password: '', confirmPassword: '' };
  const refused: [Record<string, string>, string, string][] = [
    [{ ...passwords, name: ' ' }, 'All fields are required', 'name'],
    [{ confirmPassword: password }, 'Passwords do not match.', 'confirmPassword'],
    [{ ...passwords, current: 'wrong wrong' }, 'The current password is not right.', 'current'],
    [
      { password: 'maplegate2026', confirmPassword: 'maplegate2026' },
      'This password is too easy to guess. Please choose another.',
      'password',
    ],
  ];
  for (const [values, text, field] of refused) {
    await fill(page, { ...empty, ...values });
    await expect.poll(() => problems(page)).toEqual([text]);
    await expect.poll(() => page.locator(`#${field}`).getAttribute('aria-invalid')).toBe('true');
  }
  const call = '**/api/users/profile';
  const failures: [string, Parameters<Page['route']>[1]][] = [
    ['Request was aborted: the server could not be reached', (route) => route.abort()],
    [
      'There is no room left to store this. Nothing was changed.',
      (route) => route.fulfill({ status: 507, json: { message: 'x', code: 'disk_full', requestId: '' } }),
    ],
  ];
  for (const [text, answer] of failures) {
    await page.route(call, answer);
    await fill(page, { ...empty, name: 'Salma Khatun', ...passwords });
    await expect.poll(() => problems(page)).toEqual([text]);
    await page.unroute(call);
  }
  await page.route(call, () => {});
  await page.evaluate(limitedByClock);
  await expectGivenUpAfter(page, limits.quickTimeoutMs, {
    send: () => fill(page, { ...empty, name: 'Salma Khatun', ...passwords }),
    request: call,
    sign: page.getByRole('alert').filter({ hasText: 'Request was aborted: no answer within 5 seconds' }),
  });
  const me = await (await product.staff()).call('me');
  expect(me.ok && me.data.user.name).toBe(name);
});

test('in Bangla, in the dark and at 320 px axe finds nothing and nothing sticks out', async () => {
  const options = { viewport: { width: 320, height: 800 }, language: 'bn', colorScheme: 'dark' } as const;
  const { page } = await product.openPage({ as: 'super-admin', at, ...options });
  await page.fill('#password', 'rickshaw9');
  await page.click('form button[type=submit]');
  await page.locator('#error-summary').waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
});
