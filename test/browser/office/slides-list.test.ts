/** The list of slides: what it shows, changing order and publication in place, deleting, and failed calls. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import bn from '../../../web/texts/office/slides.bn.json' with { type: 'json' };
import { expectAccessible, expectNoSidewaysScroll, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { carouselsAt, replaceSlides, titled } from './slide-set.ts';

const product = openProduct();
const desktop = { width: 1440, height: 900 };

const rows = (page: Page) => page.locator('tbody tr');
const titlesOf = (page: Page) => page.locator('tbody th > span:first-child').allInnerTexts();
const home = () => carouselsAt(product.origin);
const moveUp = (page: Page, title: string) => page.getByRole('button', { name: `Move “${title}” up` });
const moveDown = (page: Page, title: string) => page.getByRole('button', { name: `Move “${title}” down` });
const switchOf = (page: Page, title: string) => page.getByRole('switch', { name: `Publish “${title}”` });
const said = (page: Page) => page.locator('main > [role=status]').first().innerText();

const busy = { message: 'x', code: 'overloaded', requestId: '' };
const failures: [string, Parameters<Page['route']>[1], string][] = [
  ['404', (route) => route.fulfill({ status: 404, json: { code: 'not_found' } }), 'Resource not found'],
  ['404 of a proxy', (route) => route.fulfill({ status: 404, body: 'nothing' }), 'Resource not found'],
  [
    'other failure',
    (route) => route.fulfill({ status: 503, json: busy }),
    'The service is busy. Please try again in a moment.',
  ],
  ['failure without words', (route) => route.fulfill({ status: 502, body: '<html>' }), 'An unexpected error occurred'],
  ['missing answer', (route) => route.abort(), 'An unexpected error occurred'],
];

/** Opens the list with exactly these slides. */
async function openList(...fields: Record<string, string>[]) {
  const staff = await product.staff('admin');
  const slides = await replaceSlides(staff, ...fields);
  const { page } = await product.openPage({ as: staff, at: '/slider', viewport: desktop });
  await rows(page)
    .nth(slides.length - 1)
    .waitFor();
  return { page, slides };
}

test('each slide is listed with its picture, title, true status and place on the home page', async () => {
  const { page, slides } = await openList(
    ...titled('One', 'Two'),
    { thumbnail: 'Three', status: 'Unpublished' },
    { thumbnail: 'Four', title: 'Its text', thumbnailBn: 'চার', link: '/enquiry', shownOnNavbar: 'true' },
    { thumbnail: 'Five', shownOnNavbar: 'true' },
    ...titled('Six', 'Seven'),
  );
  await expect.poll(() => page.title()).toBe('Slider List – Maplegate');
  await expectAccessible(page);
  await expect.poll(() => page.locator('caption').innerText()).toBe('7 slides, 6 published');
  const heads = ['Order', 'Thumbnail', 'Title', 'Status', 'Home page', 'Action'];
  await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(heads);
  await expect.poll(() => titlesOf(page)).toEqual(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']);
  await expect
    .poll(() => page.locator('tbody td:nth-child(4)').allInnerTexts())
    .toEqual(['Published', 'Published', 'Unpublished', ...Array(4).fill('Published')]);
  await expect
    .poll(() => page.locator('tbody td:nth-child(5)').allInnerTexts())
    .toEqual([
      'First carousel, 1 of 3',
      'First carousel, 2 of 3',
      'Not shown',
      'First carousel, 3 of 3',
      'Second carousel, 1 of 2',
      'Second carousel, 2 of 2',
      'No place left: the home page shows the first 5',
    ]);
  const four = await rows(page).nth(3).innerText();
  for (const part of ['Its text', 'চার', '/enquiry', 'In the navigation']) expect(four).toContain(part);
  await expect.poll(() => rows(page).nth(4).innerText()).toContain('Not in the navigation: it has no link');
  const picture = page.locator('tbody img').first();
  await expect.poll(() => picture.getAttribute('src')).toContain(slides[0]?.image.replace('.jpg', ''));
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect
    .poll(() => page.getByRole('link', { name: 'Add slide', exact: true }).getAttribute('href'))
    .toBe('/addSliders');
});

test('the buttons change the order of the home page, keep the focus and say the new place; the switch takes a slide from there, and below four the second carousel goes', async () => {
  const { page } = await openList(...titled('One', 'Two', 'Three', 'Four'));
  await moveUp(page, 'Four').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => titlesOf(page)).toEqual(['One', 'Two', 'Four', 'Three']);
  await expect.poll(() => said(page)).toBe('“Four” is now in place 3 of 4.');
  await page.keyboard.press('Enter');
  await expect.poll(() => said(page)).toBe('“Four” is now in place 2 of 4.');
  await page.keyboard.press('Space');
  await expect.poll(() => said(page)).toBe('“Four” is now in place 1 of 4.');
  await expect.poll(() => titlesOf(page)).toEqual(['Four', 'One', 'Two', 'Three']);
  await expect.poll(() => moveUp(page, 'Four').getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Enter');
  await expect.poll(() => moveUp(page, 'Four').evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(home).toEqual([['Four', 'One', 'Two'], ['Three']]);
  await moveDown(page, 'One').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => said(page)).toBe('“One” is now in place 3 of 4.');
  await expect.poll(() => moveDown(page, 'One').evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(home).toEqual([['Four', 'Two', 'One'], ['Three']]);

  await switchOf(page, 'Two').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => said(page)).toBe('“Two” is no longer on the website.');
  await expect.poll(home).toEqual([['Four', 'One', 'Three']]);
  await expect.poll(() => rows(page).nth(1).innerText()).toContain('Unpublished');
  await expect.poll(() => rows(page).nth(3).innerText()).toContain('First carousel, 3 of 3');
  await page.keyboard.press('Space');
  await expect.poll(() => said(page)).toBe('“Two” is published.');
  await expect.poll(home).toEqual([['Four', 'Two', 'One'], ['Three']]);
  await page.reload();
  await rows(page).first().waitFor();
  await expect.poll(() => titlesOf(page)).toEqual(['Four', 'Two', 'One', 'Three']);
});

test('deleting asks with the title and the picture, can be cancelled, says why it failed, and then removes the slide from everywhere; without slides the list says so', async () => {
  const { page } = await openList(...titled('One', 'Two'));
  const asks = page.getByRole('button', { name: 'Delete Two' });
  await asks.click();
  const dialog = page.getByRole('dialog', { name: 'Delete this slide?' });
  await dialog.waitFor();
  await expect.poll(() => dialog.innerText()).toContain('Two');
  await expect.poll(() => dialog.locator('img').getAttribute('src')).toContain('/api/files/');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => asks.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(() => titlesOf(page)).toEqual(['One', 'Two']);
  await asks.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => titlesOf(page)).toEqual(['One']);
  await expect.poll(() => said(page)).toBe('“Two” has been deleted.');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await expect.poll(home).toEqual([['One']]);

  // Nothing closes the dialogue while the deletion is under way.
  const answer = await hold(page, '**/api/slider/deleteSlider/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete One' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  answer();
  await expect.poll(() => dialog.getByRole('alert').innerText()).toBe('An unexpected error occurred');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete One' }).click();
  for (const [name, fail, text] of failures.slice(1, 3)) {
    await page.route('**/api/slider/deleteSlider/*', fail);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => dialog.getByRole('alert').innerText(), { message: name }).toBe(text);
  }
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No slides yet.' }).waitFor();
  await expectAccessible(page);
  await expect.poll(home).toEqual([]);
  await page.locator('main').getByRole('link', { name: 'Add slide' }).last().click();
  await page.waitForURL('**/addSliders');
});

describe('when a call fails, the specification’s words say so', () => {
  test('above the list, which loads at the next try and until then is a skeleton, and whose slides need an id of 24 characters to be deleted', async () => {
    const staff = await product.staff('admin');
    const [slide] = await replaceSlides(staff, ...titled('One'));
    const { page } = await product.openPage({ as: staff, viewport: desktop });
    const list = '**/api/slider/fetchSlider';
    const alert = page.getByRole('alert');
    const answer = await hold(page, list, (route) => route.abort());
    await page.goto('/slider');
    await page.getByText('Loading the slides…').waitFor({ state: 'attached' });
    await expectAccessible(page);
    answer();
    for (const [name, fail, text] of failures) {
      const failed = Promise.withResolvers<void>();
      await page.route(list, async (...asked) => {
        await fail(...asked);
        failed.resolve();
      });
      await alert.getByRole('button', { name: 'Try again' }).click();
      // Two toasts have the same text, so the text does not show that this one is gone.
      await failed.promise;
      await expect.poll(() => alert.innerText(), { message: name }).toContain(text);
      await expect.poll(() => page.title()).toMatch(/^Error: /);
    }
    await page.unrouteAll();

    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'DELETE' && calls.push(request.url()));
    await page.route(list, (route) => route.fulfill({ json: [{ ...slide, _id: '123' }] }));
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(['One']);
    await expect.poll(() => alert.count()).toBe(0);
    await page.getByRole('button', { name: 'Delete One' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('dialog').getByRole('alert').innerText()).toBe('Invalid ID format.');
    expect(calls).toEqual([]);
  });

  test('and a change is reverted, also when the list cannot be loaded either, while the next change holds', async () => {
    const { page, slides } = await openList(...titled('One', 'Two', 'Three'));
    const alert = page.getByRole('alert');
    for (const [name, fail, text] of failures.slice(1, 3)) {
      await page.route('**/api/slider/updateSlider/*', fail);
      await switchOf(page, 'Two').click();
      await expect.poll(async () => [name, await alert.innerText()]).toEqual([name, `“Two” was not changed.\n${text}`]);
      await expect.poll(() => switchOf(page, 'Two').isChecked()).toBe(true);
    }
    await page.unrouteAll();

    await page.route('**/api/slider/fetchSlider', (route) => route.abort());
    const answer = await hold(page, '**/api/slider/updateSlider/*', (route) => route.abort());
    await switchOf(page, 'Two').click();
    await moveUp(page, 'Three').click();
    await moveUp(page, 'Three').click();
    await expect.poll(() => titlesOf(page)).toEqual(['Three', 'One', 'Two']);
    answer();
    const text = 'was not changed.\nAn unexpected error occurred';
    const outdated = expect.stringMatching(/^This may be out of date/);
    await expect.poll(() => alert.allInnerTexts()).toEqual([`“Two” ${text}`, `“Three” ${text}`, outdated]);
    await expect.poll(() => titlesOf(page)).toEqual(['One', 'Two', 'Three']);
    await expect.poll(() => switchOf(page, 'Two').isChecked()).toBe(true);
    await expect.poll(home).toEqual([['One', 'Two', 'Three']]);
    await page.unrouteAll();

    const changeOfOne = `**/api/slider/updateSlider/${slides[0]?._id}`;
    const failLate = await hold(page, changeOfOne, (route) => route.fulfill({ status: 503, json: busy }));
    await switchOf(page, 'One').click();
    await switchOf(page, 'Two').click();
    await page.route('**/api/slider/fetchSlider', (route) => route.abort());
    failLate();
    await page.getByRole('alert').filter({ hasText: '“One” was not changed.' }).waitFor();
    await expect.poll(() => said(page)).toBe('“Two” is no longer on the website.');
    await expect.poll(() => switchOf(page, 'One').isChecked()).toBe(true);
    await expect.poll(() => switchOf(page, 'Two').isChecked()).toBe(false);
    await expect.poll(home).toEqual([['One', 'Three']]);

    await page.unroute(changeOfOne);
    const late = await hold(page, changeOfOne, (route) => route.continue());
    await switchOf(page, 'One').click();
    await page.getByRole('button', { name: 'Delete Two' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(['One', 'Three']);
    late();
    await expect.poll(() => said(page)).toBe('“One” is no longer on the website.');
    await expect.poll(() => switchOf(page, 'One').isEnabled()).toBe(true);
    expect(await titlesOf(page)).toEqual(['One', 'Three']);
  });
});

test('in Bangla and in the dark axe finds nothing on a phone, and no width scrolls sideways', async () => {
  const staff = await product.staff('admin');
  const link = `https://example.com/${'a'.repeat(120)}`;
  await replaceSlides(
    staff,
    { thumbnail: 'W'.repeat(60), title: 'x'.repeat(300), link, shownOnNavbar: 'true' },
    { thumbnail: 'Two', status: 'Unpublished' },
  );
  const { page } = await product.openPage({ as: staff, at: '/slider', colorScheme: 'dark', language: 'bn' });
  await rows(page).nth(1).waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(bn.listTitle);
  await expect.poll(() => rows(page).nth(1).innerText()).toContain(bn.status.Unpublished);
  await expect.poll(() => page.locator('caption').innerText()).toBe('২টি স্লাইড, প্রকাশিত ১টি');
  await expectAccessible(page);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
});
