/** The start page: its content, its carousels, and its film, which is not loaded unasked on slow connections. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { firstSlides } from '../../server/slides/first-slides.ts';
import bn from '../../web/texts/bn.json' with { type: 'json' };
import en from '../../web/texts/en.json' with { type: 'json' };
import { jpeg, slideForm } from '../slides.ts';
import { installClock, stopClock } from './browser.ts';
import { carouselsAt } from './office/slide-set.ts';
import { openProduct } from './open-product.ts';
import { interpolate, promised } from './status-check.ts';

const product = openProduct({ environment: { EDUCATION_URL: 'https://study.example/canada' } });
const desktop = { width: 1440, height: 900 };
const moving = { reducedMotion: 'no-preference' } as const;

const filmRequests = (page: Page) => {
  const urls: string[] = [];
  page.on('request', (request) => /\.(webm|mp4)$/.test(request.url()) && urls.push(request.url()));
  return urls;
};

describe.each([
  { language: 'en', base: '', texts: en },
  { language: 'bn', base: '/bn', texts: bn },
] as const)('the start page in $language', ({ language, base, texts }) => {
  const home = base || '/';

  test('says what the specification names, without script', async () => {
    const { page } = await product.openPage({ javaScriptEnabled: false });
    await page.goto(product.origin + home);
    const { home: words } = texts;
    expect(await page.innerText('h1')).toBe(words.title);
    expect(await page.getByRole('link', { name: words.button }).first().getAttribute('href')).toBe(`${base}/enquiry`);
    const steps = page.locator('section[aria-labelledby=steps]');
    expect(await steps.locator('h2').innerText()).toBe(words.steps);
    expect(await steps.locator('ol > li h3').allInnerTexts()).toEqual([
      words.stepAssessment,
      words.stepProcessing,
      words.stepResult,
    ]);
    expect(await steps.locator('ol > li').last().innerText()).toContain(
      interpolate(words.stepResultText, promised[language]),
    );
    const guarantee = page.locator('section[aria-labelledby=guarantee]');
    expect(await guarantee.locator('h2').innerText()).toBe(words.guaranteeTitle);
    expect(await guarantee.locator('aside h3').innerText()).toBe(words.guaranteeHonestTitle);
    expect(await guarantee.locator('aside a').getAttribute('href')).toBe(`${base}/fraud`);
    expect(await page.locator('#corporate').innerText()).toBe(words.corporateTitle);
    const eligibility = page.locator('section[aria-labelledby=eligibility]');
    expect(await eligibility.locator('h2').innerText()).toBe(words.eligibilityTitle);
    expect(await eligibility.locator('a').getAttribute('href')).toBe('https://study.example/canada');
    expect(await page.locator('[data-carousel]').count()).toBe(2);
    expect(await page.locator('[data-pause], [data-film-button]').first().isVisible()).toBe(false);
    // What script would move is a strip that scrolls.
    const track = page.locator('[data-track]').first();
    expect(await track.evaluate((strip) => strip.scrollWidth > strip.clientWidth)).toBe(true);
  });

  test('"read more" of each slide leads to the place that is about it', async () => {
    const { page } = await product.openPage();
    const isBangla = base !== '';
    await page.goto(home);
    const hrefs = await Promise.all(
      firstSlides.map(({ title, titleBangla }) =>
        page
          .locator('[data-carousel] a')
          .filter({ hasText: `: ${isBangla ? titleBangla : title}` })
          .getAttribute('href'),
      ),
    );
    expect(hrefs).toEqual(
      firstSlides.map(({ link }) => (link?.startsWith('/#') ? `${home}${link.slice(1)}` : `${base}${link}`)),
    );
    // The places are the same in each language.
    if (isBangla) return;
    for (const href of new Set(hrefs)) {
      await page.goto(href ?? '');
      const place = page.locator(href?.includes('#') ? href.replace(/.*#/, '#') : 'h1');
      await expect.poll(() => place.count()).toBe(1);
      await expect
        .poll(() => place.evaluate((element) => element.getBoundingClientRect().top < innerHeight))
        .toBe(true);
    }
  });
});

test('both carousels move by their buttons and by the keyboard, and announce their position', async () => {
  const { page } = await product.openPage();
  await page.goto('/bn');
  const carousels = await page.locator('[data-carousel]').all();
  for (const [at, count] of [3, 2].entries()) {
    const carousel = carousels[at];
    if (!carousel) throw new Error(`There is no carousel number ${at + 1}.`);
    const slides = carousel.locator('[aria-roledescription]:not([data-carousel])');
    expect(await slides.count()).toBe(count);
    const names = await slides.evaluateAll((all) => all.map((slide) => slide.getAttribute('aria-label')));
    const position = carousel.locator('[data-position]');
    await carousel.locator('[data-next]').focus();
    // Only what is not hidden from a screen reader is announced.
    expect(await position.ariaSnapshot()).toContain(names[0]);
    expect(await position.getAttribute('aria-live')).toBe('polite');
    for (let turn = 1; turn <= count; turn++) {
      await page.keyboard.press('Enter');
      await expect.poll(() => position.innerText()).toBe(names[turn % count]);
    }
    await carousel.locator('[data-previous]').click();
    await expect.poll(() => position.innerText()).toBe(names[count - 1]);
  }
});

test('on paper nothing is as light as the paper, and no heading is the last line of a page', async () => {
  for (const path of ['/', '/bn']) {
    const { page } = await product.openPage({ viewport: desktop });
    await page.goto(path);
    await page.emulateMedia({ media: 'print' });
    const texts = await page.locator('main :is(h1, h2, h3, p, a)').evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { color, breakAfter } = getComputedStyle(element);
          const [red = 255, green = 255, blue = 255] = (color.match(/[\d.]+/g) ?? []).map(Number);
          return { name: element.localName, text: element.textContent, light: (red + green + blue) / 3, breakAfter };
        }),
    );
    expect(texts.filter(({ light }) => light > 140)).toEqual([]);
    expect(texts.filter(({ name, breakAfter }) => name.startsWith('h') && breakAfter !== 'avoid')).toEqual([]);
  }
});

test('no carousel cuts off the shadows of its slides, slides stay in line with what is around them, and paper has no buttons', async () => {
  const { page } = await product.openPage();
  await page.goto(product.origin);
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const rooms = await page.locator('[data-track]').evaluateAll((tracks) =>
      tracks.map((track) => {
        const slide = (track.firstElementChild as HTMLElement).getBoundingClientRect();
        const strip = track.getBoundingClientRect();
        const heading = (track.closest('section') as HTMLElement).querySelector('h2')?.getBoundingClientRect();
        return {
          below: strip.bottom - slide.bottom,
          beside: slide.left - strip.left,
          aside: Math.round(slide.left - (heading?.left ?? 0)),
        };
      }),
    );
    for (const { below, beside, aside } of rooms) {
      // 12 px down, 32 px of blur, 12 px less than the slide.
      expect(below, `${width}`).toBeGreaterThanOrEqual(32);
      expect(beside, `${width}`).toBeGreaterThanOrEqual(12);
      expect(aside, `${width}`).toBe(0);
    }
  }
  await page.locator('[data-carousel="moving"]').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('main button:visible').count()).toBe(0);
  // The page begins with its heading.
  expect((await page.locator('h1').boundingBox())?.y).toBeGreaterThanOrEqual(0);
});

test('a carousel moves by itself until it is paused, and stops under the pointer and the focus', async () => {
  const { page } = await product.openPage({ viewport: desktop, ...moving });
  await stopClock(page);
  await page.goto(product.origin);
  const carousel = page.locator('[data-carousel]').first();
  await carousel.scrollIntoViewIfNeeded();
  const position = carousel.locator('[data-position]');
  const settled = async () => {
    const left = () => carousel.locator('[data-track]').evaluate((track) => track.scrollLeft);
    for (let before = -1, now = await left(); before !== now; now = await left()) {
      before = now;
      await page.waitForTimeout(250);
    }
  };
  const turns = async () => {
    const before = await position.innerText();
    await page.clock.runFor(8_000);
    await expect.poll(() => position.innerText()).not.toBe(before);
    await settled();
  };
  const rests = async () => {
    const before = await position.innerText();
    await page.clock.runFor(8_000);
    await settled();
    expect(await position.innerText()).toBe(before);
  };
  await page.mouse.move(2, 2);
  // The carousel detects only after the first frame that it is visible.
  await carousel.evaluate((element) => new Promise((seen) => new IntersectionObserver(seen).observe(element)));
  await turns();
  await carousel.hover();
  await rests();
  await page.mouse.move(2, 2);
  await turns();
  await carousel.locator('[data-next]').focus();
  await rests();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await turns();
  await carousel.locator('[data-pause]').click();
  await page.mouse.move(2, 2);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await rests();
});

test('pictures on a phone keep their aspect ratio however long the text of a slide is', async () => {
  const staff = await product.staff();
  const added = await staff.call('addSlide', {
    form: slideForm({ thumbnail: 'Word'.repeat(limits.slideTitleLengthMax / 4) }, jpeg),
  });
  if (!added.ok) throw new Error(added.error.message);
  const { _id } = added.data;
  await staff.call('updateSlide', { params: { id: _id }, json: { position: 1 } });
  const { page } = await product.openPage({ viewport: { width: 320, height: 740 } });
  const carousel = page.locator('[data-carousel]').first();
  await expect
    .poll(async () => {
      await page.goto(product.origin);
      return carousel.locator('h3').first().innerText();
    })
    .toContain('WordWord');
  const shapes = await carousel
    .locator('img')
    .evaluateAll((all) => all.map((img) => img.clientWidth / img.clientHeight));
  for (const shape of shapes) expect(shape).toBeCloseTo(16 / 9, 1);
  await staff.call('deleteSlide', { params: { id: _id } });
});

test('under reduced motion nothing moves', async () => {
  const { page } = await product.openPage({ viewport: desktop });
  await installClock(page);
  await page.goto(product.origin);
  await page.locator('[data-carousel]').first().scrollIntoViewIfNeeded();
  const position = page.locator('[data-position]').first();
  const before = await position.innerText();
  await page.clock.runFor(30_000);
  await page.waitForTimeout(500);
  expect(await position.innerText()).toBe(before);
});

const good = { saveData: false, effectiveType: '4g', downlink: 10 };

/** Replaces the browser's estimate of the connection, which a test cannot slow down. */
const connectBy = (page: Page, connection: object | undefined) =>
  page.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => value, configurable: true });
  }, connection);

const isPaused = (page: Page) => page.locator('[data-film]').evaluate((video: HTMLVideoElement) => video.paused);

test('with Save-Data, a slow or unknown connection, a phone or reduced motion no byte of the film is asked for until somebody presses play', async () => {
  const { page } = await product.openPage({ ...moving, viewport: desktop });
  const films = filmRequests(page);
  const cases: { why: string; connection?: object; width?: number; reducedMotion?: 'reduce' }[] = [
    { why: 'Save-Data', connection: { ...good, saveData: true } },
    { why: 'a slow connection', connection: { ...good, effectiveType: '3g' } },
    { why: 'a low bandwidth', connection: { ...good, downlink: 0.4 } },
    { why: 'an unknown connection' },
    { why: 'a phone', connection: good, width: 767 },
    { why: 'reduced motion', connection: good, reducedMotion: 'reduce' },
  ];
  for (const { why, connection, width = desktop.width, reducedMotion = moving.reducedMotion } of cases) {
    await connectBy(page, connection);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion });
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    // It is shown at once where the film is not to begin by itself, otherwise once the film plays.
    await page.getByRole('button', { name: en.home.filmPlay }).waitFor();
    expect(films, why).toEqual([]);
    expect(await page.locator('[data-film] source').count(), why).toBe(0);
  }
  await page.waitForLoadState();
  const poster = page.locator('picture img').first();
  expect(await poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(films).toEqual([]);
  await page.getByRole('button', { name: en.home.filmPlay }).click();
  await expect.poll(() => films.length).toBeGreaterThan(0);
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.getByRole('button', { name: en.home.filmPause }).click();
  await expect.poll(() => isPaused(page)).toBe(true);
});

test('on a fast connection and a wide screen the film plays by itself, and its button stops it', async () => {
  const { page } = await product.openPage({ ...moving, viewport: desktop });
  const films = filmRequests(page);
  await connectBy(page, good);
  await page.goto('/');
  const pause = page.getByRole('button', { name: en.home.filmPause });
  await pause.waitFor();
  expect(films.length).toBeGreaterThan(0);
  await expect.poll(() => isPaused(page)).toBe(false);
  await pause.click();
  await expect.poll(() => isPaused(page)).toBe(true);
  await page.getByRole('button', { name: en.home.filmPlay }).click();
  await expect.poll(() => isPaused(page)).toBe(false);
});

test('slides follow what staff publish, and the second carousel goes below four', async () => {
  const staff = await product.staff();
  const slides = await staff.call('slides');
  if (!slides.ok) throw new Error(slides.error.message);
  const titles = () => carouselsAt(product.origin);
  const names = slides.data.map((slide) => slide.thumbnail);
  expect(await titles()).toEqual([names.slice(0, 3), names.slice(3, 5)]);

  const fourth = slides.data[3];
  const fifth = slides.data[4];
  for (const slide of [fourth, fifth]) {
    await staff.call('updateSlide', { params: { id: slide?._id ?? '' }, json: { published: false } });
  }
  // The second is in server/pages/rendering.test.ts.
  await expect.poll(titles).toEqual([names.slice(0, 3)]);

  const added = await staff.call('addSlide', { form: slideForm({ thumbnail: 'A new way <b>' }, jpeg) });
  expect(added.status).toBe(201);
  await expect.poll(titles).toEqual([names.slice(0, 3), ['A new way &lt;b&gt;']]);
});
