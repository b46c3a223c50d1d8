/** The short messages in the corner: how many, how long, and never the only place of an error. */
import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { stopClock } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct();
const viewport = { width: 1440, height: 900 };

test('an error stays for four seconds, a success for two, and at most twenty are shown at a time', async () => {
  const staff = await product.staff('admin');
  await product.staff('admin');
  const { page } = await product.openPage({ as: staff, viewport });
  await page.goto('/setting');
  await page.locator('main li').nth(1).waitFor();
  await stopClock(page);
  const toast = page.locator('.mantine-Notification-root');
  const logout = page.getByRole('button', { name: 'Logout' });
  await page.route('**/api/users/logout', (route) => route.abort());
  await logout.click();
  await toast.waitFor();
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
  const { page } = await product.openPage({ as: 'admin', at: '/addUserApplication', viewport, language: 'bn' });
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
    const bar = () => save.evaluate((button) => button.parentElement?.parentElement?.getBoundingClientRect().top ?? 0);
    const end = () => toast.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(async () => (await bar()) - (await end()), { message: `${width}` }).toBeGreaterThanOrEqual(0);
  }
});
