/** The office on touch screens: hidden hints, and what a tap does. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openProduct } from '../open-product.ts';
import { addPath, photoFile } from './application-typing.ts';
import { openScreen } from './screens.ts';

const product = openProduct();
const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } };
const desktop = { viewport: { width: 1440, height: 900 } };

/** How often the hints at keys and at dragging are shown on the screens that have them. */
async function hintsShown(page: Page, id: string) {
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).count();
  await page.getByText('Ctrl + Enter saves').first().waitFor({ state: 'attached' });
  const saving = await shown('Ctrl + Enter saves');
  await openScreen(page, `/userView?id=${id}`);
  await page.locator('#documents').waitFor();
  const dragging = await shown('Drag a file onto its place');
  return { saving, dragging };
}

/** Whether the settings list keys. */
async function listsKeys(page: Page): Promise<boolean> {
  await openScreen(page, '/setting');
  await page.locator('#current').waitFor();
  return (await page.locator('kbd').filter({ visible: true }).count()) > 0;
}

test('a phone shows no hints at keys and dragging, takes a photo with its camera, and links telephone and email', async () => {
  const { _id: id, phone: number, email } = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...phone });
  await page.getByText('Take a photo').scrollIntoViewIfNeeded();
  expect(await page.locator('#camera').getAttribute('capture')).toBe('environment');
  await page.setInputFiles('#camera', await photoFile());
  await page.locator('img[src^="blob:"]').waitFor();
  await page.getByRole('button', { name: 'Remove the photo' }).click();
  expect(await hintsShown(page, id)).toEqual({ saving: 0, dragging: 0 });
  expect(await page.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`);
  expect(await page.getByRole('link', { name: number }).getAttribute('href')).toBe(`tel:${number}`);
  expect(await listsKeys(page)).toBe(false);
});

test('a desktop shows the hints and no camera', async () => {
  const { _id: id } = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...desktop });
  await page.locator('#image').waitFor({ state: 'attached' });
  expect(await page.getByText('Take a photo').isVisible()).toBe(false);
  expect(await hintsShown(page, id)).toEqual({ saving: 1, dragging: 1 });
  expect(await listsKeys(page)).toBe(true);
});
