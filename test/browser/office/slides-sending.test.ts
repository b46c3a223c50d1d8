/** The form of a slide on its way to the server: progress, stopping, slow and failing servers, and what is not lost. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import type { Staff } from '../../product.ts';
import { superAdmin } from '../../product.ts';
import { jpeg } from '../../slides.ts';
import { expectGivenUpAfter, limitedByClock, withoutLimit } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { replaceSlides } from './slide-set.ts';

const product = openProduct();
const desktop = { width: 1440, height: 900 };
const small = { name: 'slide.jpg', mimeType: 'image/jpeg', buffer: jpeg };

const send = (page: Page) => page.locator('main form button[type=submit]').first().click();
const problems = async (page: Page) => {
  await page.locator('form [role=alert][tabindex]').waitFor();
  return page.locator('form [role=alert][tabindex] li').allInnerTexts();
};
const titles = async (staff: Staff) => {
  const slides = await staff.call('slides');
  return slides.ok ? slides.data.map(({ thumbnail }) => thumbnail) : [];
};

async function openFilled(staff: Staff): Promise<Page> {
  const { page } = await product.openPage({ as: staff, at: '/addSliders', viewport: desktop });
  await page.locator('main form').waitFor();
  await page.fill('#thumbnail', 'New');
  await page.setInputFiles('#image', small);
  await page.getByRole('img', { name: 'The chosen picture' }).waitFor();
  return page;
}

test('a failed addition shows its reason, loses nothing typed, and a retry saves nothing twice; without an answer it ends after five seconds', async () => {
  const staff = await product.staff('admin');
  await replaceSlides(staff);
  const page = await openFilled(staff);
  const path = '**/api/slider/addSlider';
  await page.route(path, () => {});
  await page.evaluate(limitedByClock);
  await expectGivenUpAfter(page, limits.quickTimeoutMs, {
    send: () => send(page),
    request: path,
    sign: page.locator('#error-summary'),
  });
  await expect.poll(() => problems(page)).toEqual(['The server did not answer.']);
  await page.clock.resume();
  await page.evaluate(withoutLimit);
  const failures: [Parameters<Page['route']>[1], string][] = [
    [
      (route) => route.fulfill({ status: 503, json: { code: 'overloaded' } }),
      'The service is busy. Please try again in a moment.',
    ],
    [(route) => route.fulfill({ status: 502, body: '<html>' }), 'An unexpected error occurred'],
    [
      (route) =>
        route.fulfill({ status: 400, json: { code: 'bad_request', errorCodes: { thumbnail: 'invalid_thumbnail' } } }),
      'Please enter a title of at most 60 characters.',
    ],
    [
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      'The server did not answer.',
    ],
  ];
  for (const [fail, text] of failures) {
    await page.route(path, fail);
    await send(page);
    await expect.poll(() => problems(page)).toEqual([text]);
    await page.locator('main form button[type=submit]:not([data-loading])').first().waitFor();
  }
  await expect.poll(() => page.inputValue('#thumbnail')).toBe('New');
  await expect.poll(() => page.getByText('slide.jpg').isVisible()).toBe(true);
  expect(await titles(staff)).toEqual(['New']);
  await page.unroute(path);
  await page.fill('#thumbnail', 'Newer');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL('**/slider');
  expect(await titles(staff)).toEqual(['Newer']);

  const slides = await staff.call('slides');
  const slide = slides.ok ? slides.data[0] : undefined;
  await page.getByRole('link', { name: 'Edit Newer' }).click();
  await page.waitForURL(`**/editSlider?id=${slide?._id}`);
  await page.fill('#thumbnail', 'Changed');
  const change = '**/api/slider/updateSlider/*';
  const refused: [Parameters<Page['route']>[1], string][] = [
    [
      (route) => route.fulfill({ status: 507, json: { code: 'disk_full' } }),
      'There is no room left to store this. Nothing was changed.',
    ],
    [(route) => route.abort(), 'An unexpected error occurred'],
  ];
  for (const [fail, text] of refused) {
    await page.route(change, fail);
    await send(page);
    await expect.poll(() => problems(page)).toEqual([text]);
  }
  await page.unroute(change);
  await staff.call('deleteSlide', { params: { id: slide?._id ?? '' } });
  await send(page);
  await expect.poll(() => problems(page)).toEqual(['Resource not found']);
  await expect.poll(() => page.inputValue('#thumbnail')).toBe('Changed');
});

test('an upload over a slow connection shows its progress, can be stopped without a trace and can be sent again, also after the session has ended, which asks for the password in place', async () => {
  const staff = await product.staff();
  await replaceSlides(staff);
  const page = await openFilled(staff);
  // A large file that costs the server little work, since the call has a limit of five seconds.
  const large = Buffer.concat([jpeg, Buffer.alloc(1_000_000)]);
  await page.setInputFiles('#image', { ...small, name: 'large.jpg', buffer: large });
  await page.getByText('large.jpg').waitFor();
  const devtools = await page.context().newCDPSession(page);
  const speed = (bytesPerSecond: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await devtools.send('Network.enable');
  await speed(30_000);
  await send(page);
  const bar = page.getByRole('progressbar');
  await bar.waitFor();
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  await expect.poll(() => page.getByText(/^Sending: \d+%$/).isVisible()).toBe(true);
  // What is typed now would not be sent.
  expect(await page.locator('#thumbnail').evaluate((field) => field.closest('[inert]') !== null)).toBe(true);
  await page.getByRole('button', { name: 'Cancel the upload' }).click();
  await expect.poll(() => problems(page)).toEqual(['The upload was cancelled. Nothing was saved.']);
  expect(await titles(staff)).toEqual([]);
  await speed(-1);
  await staff.call('logout');
  await page.getByRole('button', { name: 'Try again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(superAdmin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/slider');
  expect(await titles(await product.staff())).toEqual(['New']);
});

test('a chosen picture alone is enough for a question before leaving; by the keyboard alone a slide is written, published and sent', async () => {
  const staff = await product.staff('admin');
  await replaceSlides(staff);
  const { page } = await product.openPage({ as: staff, at: '/addSliders', viewport: desktop });
  await page.locator('main form').waitFor();
  await page.getByRole('link', { name: 'Slider List' }).click();
  await page.getByRole('heading', { level: 1, name: 'Slider List' }).waitFor();
  await page.getByRole('link', { name: 'Add Slider' }).click();
  await page.locator('main form').waitFor();
  await page.setInputFiles('#image', small);
  await page.getByRole('img', { name: 'The chosen picture' }).waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByText('slide.jpg').isVisible()).toBe(true);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: 'Slider List' }).waitFor();

  await page.getByRole('link', { name: 'Add Slider' }).click();
  await page.locator('#thumbnail').focus();
  await page.keyboard.type('By keys');
  const reach = async (id: string) => {
    for (let presses = 0; presses < 10; presses++) {
      if ((await page.evaluate(() => document.activeElement?.id)) === id) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not reach ${id}.`);
  };
  // This comes before the key: the browser takes a moment until it intercepts file choosers.
  const chooser = page.waitForEvent('filechooser');
  await reach('image');
  await page.keyboard.press('Space');
  await (await chooser).setFiles(small);
  await page.getByRole('img', { name: 'The chosen picture' }).waitFor();
  await reach('link');
  await page.keyboard.type('/about');
  await reach('shownOnNavbar');
  await page.keyboard.press('Space');
  // The cancel button comes before the submit button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/slider');
  expect(await titles(staff)).toEqual(['By keys']);
  const html = await (await fetch(product.origin)).text();
  expect(html).toContain('By keys');
});
