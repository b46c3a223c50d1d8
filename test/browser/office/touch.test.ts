/** The office on touch screens: hidden hints, and what a tap does. */
import { expect, test } from 'vitest';
import { openProduct } from '../open-product.ts';

const product = openProduct();
const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } };
const desktop = { viewport: { width: 1440, height: 900 } };

test('telephone and email of a record are links', async () => {
  const { _id: id, phone: number, email } = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${id}`, ...phone });
  await page.getByRole('link', { name: email }).waitFor();
  expect(await page.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`);
  expect(await page.getByRole('link', { name: number }).getAttribute('href')).toBe(`tel:${number}`);
});

test.each([
  ['a phone', phone, 0],
  ['a desktop', desktop, 1],
] as const)('keyboard and drag hints are shown only on devices with both: %s', async (_, device, times) => {
  const { _id: id } = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: '/addUserApplication', ...device });
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).count();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => shown('Ctrl + Enter saves')).toBe(times);
  await page.goto(`/userView?id=${id}`);
  await page.locator('#documents').waitFor();
  expect(await shown('Drag a file onto its place')).toBe(times);
  await page.goto('/setting');
  await page.locator('#current, input[type=password]').first().waitFor();
  expect((await page.locator('kbd').filter({ visible: true }).count()) > 0).toBe(times > 0);
});
