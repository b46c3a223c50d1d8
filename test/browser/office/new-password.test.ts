/** Signing in with a password from the owner's command. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { errorText } from '../../../contract/errors.ts';
import { systemContext } from '../../../server/context.ts';
import { resetPassword } from '../../../server/users/users.ts';
import bn from '../../../web/texts/office/settings.bn.json' with { type: 'json' };
import { admin } from '../../product.ts';
import { expectAccessible, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct();
const fresh = 'nine loud geese land';

beforeAll(async () => {
  await product.staff('admin');
});

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(values)) await page.fill(`#${field}`, value);
  await page.click('form button[type=submit]');
}

test('leads from every address to the choice of another, and then to that address; in Bangla, in the dark and at 320 px axe finds nothing and nothing sticks out', async () => {
  let given = '';
  await product.withResources(async (resources) => {
    given = (await resetPassword(systemContext(resources), admin.email)) ?? '';
  });
  const viewport = { width: 320, height: 800 };
  const at = '/newPassword?next=%2Fsetting';
  const { page } = await product.openPage({ at, viewport, language: 'bn', colorScheme: 'dark' });
  // A visitor has to sign in first.
  await page.waitForURL('**/login?next=%2Fsetting');
  await fill(page, { email: admin.email, password: given });
  await page.waitForURL('**/newPassword?next=%2Fsetting');
  await page.getByRole('heading', { name: bn.password.givenTitle }).waitFor();
  for (const [path, next] of [
    ['/login', '/dashboard'],
    ['/application?page=1', '/application?page=1'],
  ] as const) {
    await page.goto(path);
    await page.waitForURL(`**/newPassword?next=${encodeURIComponent(next)}`);
  }
  await fill(page, { current: given, password: given, confirmPassword: given });
  await page.getByText(errorText('password_not_new', 'bn')).first().waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
  await fill(page, { current: given, password: fresh, confirmPassword: fresh });
  await page.waitForURL('**/application?page=1');
  await page.goto('/newPassword');
  await page.waitForURL('**/dashboard');
});
