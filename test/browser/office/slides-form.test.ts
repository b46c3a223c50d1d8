/** The form of a slide: what it accepts and refuses, how the home page shows it, and the live preview. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Slide } from '../../../contract/answers.ts';
import bn from '../../../web/texts/office/slides.bn.json' with { type: 'json' };
import type { Staff } from '../../product.ts';
import { jpeg, otherPicture } from '../../slides.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { loseFiles } from './application-typing.ts';
import { openScreen } from './screens.ts';
import { carouselsAt, replaceSlides } from './slide-set.ts';

const product = openProduct();
const desktop = { width: 1440, height: 900 };

const image = (buffer: Buffer, name = 'slide.jpg', mimeType = 'image/jpeg') => ({ name, mimeType, buffer });
const send = (page: Page) => page.locator('main form button[type=submit]').first().click();
/** The form waits five seconds for a new slide; a busy machine may take longer, and then it offers to try again. */
const add = async (page: Page) => {
  await send(page);
  const again = page.getByRole('button', { name: 'Try again' });
  const path = async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {});
    return new URL(page.url()).pathname;
  };
  await expect.poll(path, { timeout: 60_000 }).toBe('/slider');
};
const problems = async (page: Page) => {
  await page.locator('form [role=alert][tabindex]').waitFor();
  return page.locator('form [role=alert][tabindex] li').allInnerTexts();
};

async function openForm(staff: Staff, at = '/addSliders'): Promise<Page> {
  const { page } = await product.openPage({ as: staff, at, viewport: desktop });
  await page.locator('main form').waitFor();
  return page;
}

async function slidesOf(staff: Staff): Promise<Slide[]> {
  const slides = await staff.call('slides');
  return slides.ok ? slides.data : [];
}

test('a new slide with its picture is on both home pages, as the preview showed it; an unpublished one, whose picture was dropped, is not public', async () => {
  const staff = await product.staff('admin');
  await replaceSlides(staff);
  const page = await openForm(staff);
  await expect.poll(() => page.title()).toBe('Add Slider – Maplegate');
  await expect.poll(() => page.getByText('JPEG, JPG or PNG, at most 10 MB.').isVisible()).toBe(true);
  await expect.poll(() => page.getByRole('radio', { name: 'Published', exact: true }).isChecked()).toBe(true);
  await page.fill('#thumbnail', 'A new way');
  await page.fill('#title', 'Over the sea.');
  await page.fill('#thumbnailBn', 'নতুন পথ');
  await page.fill('#link', '/enquiry');
  await page.setInputFiles('#image', image(jpeg));
  await expect.poll(() => page.getByText('9 of 60 characters').isVisible()).toBe(true);
  await page.getByRole('img', { name: 'The chosen picture' }).waitFor();

  const frames = page.locator('aside iframe');
  const desktopFrame = frames.first().contentFrame();
  const phoneFrame = frames.last().contentFrame();
  await expect.poll(() => desktopFrame.locator('h3').innerText()).toBe('A new way');
  await expect.poll(() => phoneFrame.locator('p').innerText()).toBe('Over the sea.');
  await page.getByText('Bangla', { exact: true }).click();
  await expect.poll(() => phoneFrame.locator('h3').innerText()).toBe('নতুন পথ');
  await expect.poll(() => phoneFrame.locator('p').innerText()).toBe('Over the sea.');
  // A text that stands in for the missing one is marked as being in its own language.
  const language = (tag: string) =>
    phoneFrame.locator(tag).evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));
  expect([await language('h3'), await language('p')]).toEqual(['bn', 'en']);
  await expect.poll(() => desktopFrame.locator('a').innerText()).toContain('আরও পড়ুন');
  await expect.poll(() => desktopFrame.locator('img').getAttribute('src')).toMatch(/^blob:/);

  await add(page);
  await expect.poll(() => carouselsAt(product.origin)).toEqual([['A new way']]);
  await expect.poll(() => carouselsAt(`${product.origin}/bn`)).toEqual([['নতুন পথ']]);
  await page.getByRole('cell', { name: 'First carousel, 1 of 1' }).waitFor();
  const [slide] = await slidesOf(staff);
  expect(slide).toMatchObject({ title: 'Over the sea.', titleBn: null, status: 'Published', link: '/enquiry' });
  expect((await fetch(product.origin + slide?.image)).status).toBe(200);

  await page.getByRole('link', { name: 'Add slide', exact: true }).click();
  await page.locator('main form').waitFor();
  const files = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }));
      return transfer;
    },
    [...jpeg],
  );
  const zone = page.locator('div:has(> #image-hint)');
  await zone.dispatchEvent('dragover', { dataTransfer: files });
  await zone.dispatchEvent('drop', { dataTransfer: files });
  await page.getByText('dropped.jpg').waitFor();
  await page.getByRole('img', { name: 'The chosen picture' }).waitFor();
  await page.fill('#thumbnail', 'Later');
  await page.getByRole('radio', { name: 'Unpublished' }).check();
  await page.getByRole('checkbox', { name: 'Shown in the navigation' }).check();
  await add(page);
  await page.getByRole('cell', { name: 'Not shown' }).waitFor();
  expect(await carouselsAt(product.origin)).toEqual([['A new way']]);
  expect((await slidesOf(staff))[1]).toMatchObject({ published: false, shownOnNavbar: true });
});

test('the preview is as wide as the page that it shows, and lays the slide out as that does', async () => {
  const staff = await product.staff('admin');
  await replaceSlides(staff, { thumbnail: 'One', title: 'Some text', link: '/about' });
  const [slide] = await slidesOf(staff);
  const page = await openForm(staff, `/editSlider?id=${slide?._id}`);
  // The home page may still show the slides of the previous test.
  await expect.poll(() => carouselsAt(product.origin)).toEqual([['One']]);
  const { page: site } = await product.openPage();
  const boxes = (root: Locator) =>
    Promise.all(
      ['h3', 'p', 'a', 'img'].map((tag) =>
        root.locator(tag).evaluate((element: HTMLElement) => {
          const { fontSize, fontFamily, color } = getComputedStyle(element);
          return [element.offsetWidth, element.offsetHeight, fontSize, fontFamily, color];
        }),
      ),
    );
  for (const [at, width] of [
    [0, 1200],
    [1, 360],
  ] as const) {
    const frame = page.locator('aside iframe').nth(at).contentFrame();
    await frame.locator('h3').waitFor();
    await expect.poll(() => frame.locator('html').evaluate(() => innerWidth)).toBe(width);
    await site.setViewportSize({ width, height: 740 });
    await site.goto('/');
    await site.evaluate(() => document.fonts.ready);
    await frame.locator('html').evaluate((html) => html.ownerDocument.fonts.ready);
    // Headless browsers draw scroll bars over the page, so both have the whole width.
    await expect
      .poll(() => boxes(frame.locator('body')))
      .toEqual(await boxes(site.locator('[aria-roledescription=slide]')));
  }
});

test('each missing or wrong value is named at its field and above the form, stays as typed, and a wrong picture is refused when it is chosen', async () => {
  const staff = await product.staff('admin');
  await replaceSlides(staff);
  const page = await openForm(staff);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('thumbnail');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => problems(page))
    .toEqual(['Please enter a title of at most 60 characters.', 'Please choose a picture.']);
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Please choose a picture.' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('image');
  await page.locator('#thumbnail').pressSequentially('Typed');
  await expect.poll(() => page.inputValue('#thumbnail')).toBe('Typed');
  await page.fill('#thumbnail', 'x'.repeat(61));
  await page.fill('#title', 'অ'.repeat(301));
  await page.fill('#link', 'javascript:alert(1)');
  await page.setInputFiles('#image', image(jpeg));
  await expect.poll(() => page.getByText('1 character too many').count()).toBe(2);
  await page.fill('#title', 'অ'.repeat(302));
  await page.getByText('2 characters too many').waitFor();
  await page.getByRole('img', { name: 'The chosen picture' }).waitFor();
  await send(page);
  await expect
    .poll(() => problems(page))
    .toEqual([
      'Please enter a title of at most 60 characters.',
      'Please enter a text of at most 300 characters, or none.',
      'Please enter a link that begins with https:// or /',
    ]);
  await expect.poll(() => page.getAttribute('#link', 'aria-invalid')).toBe('true');
  await expect.poll(() => page.inputValue('#link')).toBe('javascript:alert(1)');
  await page.fill('#thumbnail', '😀'.repeat(60));
  await page.fill('#title', '');
  await page.fill('#link', '//evil.example');
  await send(page);
  await expect.poll(() => problems(page)).toEqual(['Please enter a link that begins with https:// or /']);

  // Only its header says so: the browser need not have that many pixels.
  const vast = Buffer.from(jpeg);
  vast.writeUInt16BE(6_300, vast.indexOf('ffc0', 'hex') + 5);
  vast.writeUInt16BE(8_000, vast.indexOf('ffc0', 'hex') + 7);
  const damaged = 'This file is damaged or incomplete. Please take, scan or save it again.';
  const wrongType = 'Invalid file type. Only JPEG, JPG, and PNG are allowed.';
  const refused: [ReturnType<typeof image>, string][] = [
    [image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.png', 'image/png'), wrongType],
    [image(jpeg.subarray(0, 40), 'cut.jpg'), damaged],
    [image(vast, 'vast.jpg'), 'The image has more than 50 megapixels.'],
  ];
  const error = page.locator('#image-error');
  for (const [file, text] of refused) {
    await page.setInputFiles('#image', file);
    await expect.poll(() => error.innerText(), { message: file.name }).toBe(text);
    await expect.poll(() => page.getByText('slide.jpg').count()).toBe(0);
  }
  await send(page);
  await expect.poll(() => problems(page)).toContain('The image has more than 50 megapixels.');
  await page.getByRole('button', { name: 'Remove the chosen picture' }).click();
  await error.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('image');
  expect(await slidesOf(staff)).toEqual([]);
});

test('an edit without a new picture keeps the present one and sends only what was changed; one that cannot be read is an error of its field', async () => {
  const staff = await product.staff('admin');
  const [before] = await replaceSlides(staff, { thumbnail: 'One', title: 'Text', link: '/about' });
  const { page } = await product.openPage({ as: staff, at: '/editSlider', viewport: desktop });
  await page.waitForURL('**/slider');
  for (const [id, text] of [
    ['a'.repeat(24), 'Resource not found'],
    ['123', 'Invalid ID format.'],
  ]) {
    await openScreen(page, `/editSlider?id=${id}`);
    await expect.poll(() => page.getByRole('alert').innerText()).toBe(text);
  }
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.waitForURL('**/slider');
  await page.getByRole('link', { name: 'Edit One' }).click();
  await page.waitForURL(`**/editSlider?id=${before?._id}`);
  await page.reload();
  await page.locator('main form').waitFor();
  await expect.poll(() => page.inputValue('#thumbnail')).toBe('One');
  await page.getByRole('img', { name: 'The current picture' }).waitFor();
  await staff.call('updateSlide', { params: { id: before?._id ?? '' }, json: { titleBn: 'লেখা' } });
  await page.fill('#thumbnail', 'Another');
  await page.fill('#link', '');
  const [request] = await Promise.all([page.waitForRequest('**/api/slider/updateSlider/*'), send(page)]);
  expect(request.postDataJSON()).toEqual({ thumbnail: 'Another', link: null });
  await page.waitForURL('**/slider');
  await page.getByRole('rowheader', { name: 'Another' }).waitFor();
  expect(await slidesOf(staff)).toEqual([{ ...before, thumbnail: 'Another', link: null, titleBn: 'লেখা' }]);
  await expect.poll(() => carouselsAt(product.origin)).toEqual([['Another']]);

  await page.getByRole('link', { name: 'Edit Another' }).click();
  await page.setInputFiles('#image', image(otherPicture, 'b.png', 'image/png'));
  await page.getByRole('img', { name: 'The chosen picture' }).waitFor();
  await send(page);
  await page.waitForURL('**/slider');
  const [after] = await slidesOf(staff);
  expect(after).toMatchObject({ thumbnail: 'Another', link: null });
  expect(after?.image).not.toBe(before?.image);
  expect((await fetch(product.origin + before?.image)).status).toBe(404);
  await expect
    .poll(() => page.locator('tbody img').first().getAttribute('src'))
    .toContain(after?.image.replace('.png', ''));

  await page.getByRole('link', { name: 'Edit Another' }).click();
  await page.locator('main form').waitFor();
  await loseFiles(page);
  await page.setInputFiles('#image', image(otherPicture, 'gone.png', 'image/png'));
  const text = 'This file could not be read. Please choose it again.';
  await expect.poll(() => page.locator('#image-error').innerText()).toBe(text);
  await send(page);
  await expect.poll(() => problems(page)).toEqual([text]);
});

test('in Bangla and in the dark axe finds nothing on a phone, and no width scrolls sideways', async () => {
  const staff = await product.staff('admin');
  const [slide] = await replaceSlides(staff, { thumbnail: 'W'.repeat(60), title: 'x'.repeat(300), link: '/about' });
  const at = `/editSlider?id=${slide?._id}`;
  const { page } = await product.openPage({ as: staff, at, colorScheme: 'dark', language: 'bn' });
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(bn.editTitle);
  await page.setInputFiles('#image', image(Buffer.from('no picture'), 'x.png', 'image/png'));
  await send(page);
  await problems(page);
  await expectAccessible(page);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
});
