/** Signing in with a password from the owner's command. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../../server/context.ts';
import { resetPassword } from '../../../server/users/users.ts';
import { admin } from '../../product.ts';
import { expectAccessible, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct();
const fresh = 'nine loud geese land';

beforeAll(async () => {
  await product.staff('admin');
});

async function reset(): Promise<string> {
  let given: string | null = null;
  await product.withResources(async (resources) => {
    given = await resetPassword(systemContext(resources), admin.email);
  });
  return given ?? '';
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(values)) await page.fill(`#${field}`, value);
  await page.click('form button[type=submit]');
}

test('leads from every address to the choice of another, and then to that address', async () => {
  const given = await reset();
  const { page } = await product.openPage({ at: '/application?page=1' });
  await fill(page, { email: admin.email, password: given });
  await page.waitForURL('**/newPassword?next=*');
  await page.getByRole('heading', { name: 'Choose a password of your own' }).waitFor();
  for (const path of ['/setting', '/login']) {
    await page.goto(path);
    await page.waitForURL(`**/newPassword?next=%2F${path === '/login' ? 'dashboard' : path.slice(1)}`);
  }
  await page.goto('/newPassword?next=%2Fsetting');
  await fill(page, { current: given, password: given, confirmPassword: given });
  await page.getByText('Please choose a different password from the one that you were given.').first().waitFor();
  await expectAccessible(page);
  await fill(page, { current: given, password: fresh, confirmPassword: fresh });
  await page.waitForURL('**/setting');
  await page.goto('/newPassword');
  await page.waitForURL('**/dashboard');
});

test('leads a visitor to the login; in Bangla, in the dark and at 320 px axe finds nothing and nothing sticks out', async () => {
  const given = await reset();
  const viewport = { width: 320, height: 800 };
  const { page } = await product.openPage({
    at: '/newPassword?next=%2Fsetting',
    viewport,
    language: 'bn',
    colorScheme: 'dark',
  });
  await page.waitForURL('**/login?next=%2Fsetting');
  await fill(page, { email: admin.email, password: given });
  await page.locator('#current').waitFor();
  await fill(page, { current: given, password: 'rickshaw9' });
  await page.locator('#error-summary').waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
});
