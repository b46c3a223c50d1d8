/** The frame of every public page: the bar, the menu, the language switch, the link to the top. */
import { describe, expect, test } from 'vitest';
import { languages, otherLanguages } from '../../contract/language.ts';
import { limits } from '../../contract/limits.ts';
import { publicPages } from '../../contract/pages.ts';
import bn from '../../web/texts/bn.json' with { type: 'json' };
import en from '../../web/texts/en.json' with { type: 'json' };
import loginBn from '../../web/texts/office/login.bn.json' with { type: 'json' };
import loginEn from '../../web/texts/office/login.en.json' with { type: 'json' };
import { jpeg, slideForm } from '../slides.ts';
import { brokenWords, enlarge, expectAccessible, hold } from './browser.ts';
import { openProduct } from './open-product.ts';

const login = { en: loginEn, bn: loginBn };
const product = openProduct();
const desktop = { viewport: { width: 1440, height: 900 } };
const withoutScript = { javaScriptEnabled: false };
const moving = { reducedMotion: 'no-preference' } as const;

/** The bar of the page. It is polled, since what staff publish takes up to a second to appear. */
const barOf = (path: string) =>
  expect.poll(async () => (await (await fetch(product.origin + path)).text()).split('</header>', 1)[0]);

/** The languages differ in their texts, which no script depends on: each is read once, with script or without. */
describe.each([
  { language: 'en', home: '/', terms: '/terms', twin: '/bn/terms', texts: en, other: bn, hasScript: false },
  { language: 'bn', home: '/bn', terms: '/bn/terms', twin: '/terms', texts: bn, other: en, hasScript: true },
] as const)(
  'the frame in $language, script: $hasScript',
  ({ language, home, terms, twin, texts, other, hasScript }) => {
    const base = home === '/' ? '' : home;

    test('leads everywhere from a phone, whose bar shows the name and the word of the menu, which is open or closed', async () => {
      const { page } = await product.openPage({ javaScriptEnabled: hasScript });
      await page.goto(product.origin + terms);
      const words = page.locator('body > header :is(a:first-child > span, summary > span:not(:empty))');
      const expectWords = async () => {
        for (const width of [320, 375]) {
          await page.setViewportSize({ width, height: 640 });
          const shown = words.filter({ visible: true }).evaluateAll((all) =>
            all.map((word) => {
              const [inner, outer] = [word, word.parentElement as Element].map((each) => each.getBoundingClientRect());
              return inner && outer && inner.top < outer.bottom && inner.right <= outer.right;
            }),
          );
          expect([width, await shown]).toEqual([width, [true, true]]);
        }
      };
      await expectWords();
      const menu = page.locator('details[data-menu]');
      const [first] = await menu.getByRole('link', { includeHidden: true }).all();
      await expect.poll(() => first?.isVisible()).toBe(false);
      await menu.locator('summary').click();
      await first?.waitFor({ state: 'visible' });
      const links = menu.getByRole('link');
      await expect
        .poll(() => links.allInnerTexts())
        .toEqual([texts.site.home, texts.site.enquiry, texts.site.menuAbout, texts.site.menuFraud, texts.site.login]);
      await expect
        .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
        .toEqual([home, `${base}/enquiry`, `${base}/about`, `${base}/fraud`, '/login']);
      // The button says what it does now, and the menu ends at an edge.
      await expect.poll(() => menu.locator('summary').innerText()).toBe(texts.site.menuClose);
      await expectWords();
      const edge = menu.locator('nav').evaluate((nav) => getComputedStyle(nav).borderBottomStyle);
      await expect(edge).resolves.toBe('solid');
      await menu.getByRole('link', { name: texts.site.enquiry }).click();
      await page.waitForURL(`${product.origin}${base}/enquiry`);
      await page.locator('body > header a').first().click();
      await page.waitForURL(product.origin + home);
      const footer = page.locator('footer nav a');
      await expect
        .poll(() => footer.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
        .toEqual([`${base}/enquiry`, `${base}/about`, `${base}/fraud`, terms, '/login']);
    });

    test('the login says that it is for staff, and leads applicants to the status check', async () => {
      const { page } = await product.openPage({ javaScriptEnabled: hasScript, language });
      await page.goto('/login');
      await expect.poll(() => page.innerText('main')).toContain(login[language].lead.replace('{{brand}}', 'Maplegate'));
      // Without script nothing is loading.
      if (!hasScript) {
        expect(await page.innerText('main')).toContain(login[language].needsScript);
        expect(await page.innerText('main')).not.toContain(login[language].loading);
      }
      await page.getByRole('link', { name: login[language].applicantsLink }).click();
      await page.waitForURL(`${product.origin}${base}/enquiry`);
    });

    test('without script the link to the top is at the end of the page, the language switch stays on it, and the choice is remembered', async () => {
      const { page, context } = await product.openPage(withoutScript);
      await page.goto(product.origin + terms);
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
      const back = page.locator('footer a[href="#top"]');
      await expect.poll(() => back.isVisible()).toBe(true);
      expect(await back.innerText()).toBe(texts.site.toTop);
      await page
        .getByRole('link', { name: languages[otherLanguages(language)[0] ?? language].name, exact: true })
        .click();
      await page.waitForURL(product.origin + twin);
      await expect.poll(() => page.innerText('h1')).toBe(other.terms.title);
      const remembered = (await context.cookies()).find(({ name }) => name === 'language');
      expect(remembered?.value).toBe(language === 'en' ? 'bn' : 'en');
    });

    test('no page scrolls horizontally from 320 to 1440 px, nor with text of double size, no word is broken at 320 px, and axe finds nothing', async () => {
      const { page } = await product.openPage();
      // The style sheets change at 576, 768 and 992 px.
      const shapes = [
        [1440, '100%'],
        [992, '100%'],
        [992, '200%'],
        [768, '100%'],
        [576, '100%'],
        [320, '200%'],
        [320, '100%'],
      ] as const;
      for (const { [language]: path } of publicPages) {
        await page.goto(path);
        for (const [width, size] of shapes) {
          await page.setViewportSize({ width, height: 800 });
          await enlarge(page, size);
          const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          await expect.poll(async () => [path, width, size, await sideways()]).toEqual([path, width, size, 0]);
          // Each language at one of the sizes: what axe looks at depends on either, but not on both together.
          if (width === (language === 'en' ? 320 : 1440) && size === '100%') await expectAccessible(page);
          // A word that is whole in double size is whole in a smaller one.
          if (width > 320 || size === '100%') continue;
          const broken = () => page.evaluate(brokenWords);
          await expect.poll(async () => [path, size, await broken()]).toEqual([path, size, []]);
        }
      }
    });
  },
);

test('the menu that is opened while pictures still load stays open when they have loaded', async () => {
  const { page } = await product.openPage();
  const arrive = await hold(page, /\.(avif|webp|jpg|png)$/);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const menu = page.locator('details[data-menu]');
  await menu.locator('summary').click();
  await page.evaluate(() => addEventListener('pageshow', () => setTimeout(() => document.body.append('shown'))));
  arrive();
  await page.getByText('shown').waitFor();
  expect(await menu.getAttribute('open')).not.toBeNull();
});

test('the menu opens and closes in 300 ms, and Escape closes it and returns the focus to its button', async () => {
  const { page } = await product.openPage(moving);
  await page.goto('/terms');
  const menu = page.locator('details[data-menu]');
  const summary = menu.locator('summary');
  const last = menu.locator('a').last();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Animation.enable');
  const setPace = (playbackRate: number) => browser.send('Animation.setPlaybackRate', { playbackRate });
  const durations = () =>
    menu.evaluate((element) =>
      element.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().duration),
    );
  await summary.focus();
  await setPace(0.001);
  await page.keyboard.press('Enter');
  await expect.poll(durations).toContain(300);
  await setPace(1);
  await expect.poll(durations).toEqual([]);
  await setPace(0.001);
  await page.keyboard.press('Enter');
  await expect.poll(() => menu.getAttribute('open')).toBeNull();
  await expect.poll(durations).toContain(300);
  expect(await last.isVisible()).toBe(true);
  await setPace(1);
  await expect.poll(() => last.isVisible()).toBe(false);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.getAttribute('open')).toBeNull();
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the bar stays at the top and changes its style past 100 px, where the link to the top appears', async () => {
  const { page } = await product.openPage(desktop);
  await page.goto('/');
  const bar = page.locator('body > header');
  const back = page.locator('footer a[href="#top"]');
  const colour = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.waitForSelector(':root[data-scrolled]');
  const atTop = await colour();
  await expect.poll(() => back.isVisible()).toBe(false);
  const past = async (top: number) => {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top);
    const isPast = top > limits.scrollThresholdPx;
    await expect.poll(async () => [(await colour()) !== atTop, await back.isVisible()]).toEqual([isPast, isPast]);
  };
  for (const top of [101, 100, 101]) await past(top);
  await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
  await expect.poll(() => back.innerText()).toBe(en.site.toTop);
  await back.click();
  await page.waitForFunction(() => scrollY === 0);
});

test('the keyboard reaches the content first, and the focus is visible and never under the bar', async () => {
  const { page } = await product.openPage(desktop);
  await page.goto('/terms');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#main');
  const bar = (await page.locator('body > header').boundingBox())?.height ?? 0;
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      if (focused === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const box = focused.getBoundingClientRect();
      return {
        isMarked: outlineStyle !== 'none' && outlineWidth !== '0px',
        top: box.top,
        isInBar: Boolean(focused.closest('header')),
      };
    });
    if (!seen) break;
    expect(seen.isMarked).toBe(true);
    if (!seen.isInBar) expect(seen.top).toBeGreaterThanOrEqual(bar - 1);
  }
});

test('slides that staff put into the navigation are there on every page in both languages, and however many words they have, the links after them stay in the bar', async () => {
  const staff = await product.staff();
  const titles = [
    ['Visit family and friends in Canada this spring'],
    ['Word'.repeat(limits.slideTitleLengthMax / 4)],
    ['Study', 'বসন্তের ভর্তি'],
    ['Work'],
  ];
  const slides: string[] = [];
  for (const [thumbnail = '', thumbnailBn] of titles) {
    const fields = { thumbnail, ...(thumbnailBn && { thumbnailBn }), shownOnNavbar: 'true', link: '/about' };
    const added = await staff.call('addSlide', { form: slideForm(fields, jpeg) });
    if (!added.ok) throw new Error(added.error.message);
    slides.push(added.data._id);
  }
  const { page } = await product.openPage(desktop);
  const shown = page.locator('body > header').getByRole('link');
  await barOf('/terms').toContain('>Work<');
  expect(await (await fetch(`${product.origin}/enquiry`)).text()).toContain('>Study<');
  await barOf('/bn/terms').toContain('>Work<');
  await page.goto('/bn/terms');
  await expect.poll(() => shown.allInnerTexts()).toContain('Work');
  for (const width of [320, 768, 992, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await shown.evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getBoundingClientRect()),
    );
    expect(boxes.length).toBeGreaterThan(0);
    for (const box of boxes) {
      expect(box.left, `${width}`).toBeGreaterThanOrEqual(0);
      expect(box.top, `${width}`).toBeGreaterThanOrEqual(0);
      expect(box.right, `${width}`).toBeLessThanOrEqual(width);
      expect(box.height, `${width}`).toBeLessThanOrEqual(60);
    }
  }
  await shown.filter({ hasText: 'বসন্তের ভর্তি' }).first().click();
  await page.waitForURL(`${product.origin}/bn/about`);
  await staff.call('updateSlide', { params: { id: slides[2] ?? '' }, json: { published: false } });
  await barOf('/bn/terms').not.toContain('বসন্তের ভর্তি');
  for (const id of slides) await staff.call('deleteSlide', { params: { id } });
});

test('the menu scrolls where the screen is lower than it is', async () => {
  const { page } = await product.openPage({ viewport: { width: 320, height: 180 } });
  await page.goto(`${product.origin}/bn/terms`);
  await page.locator('details[data-menu] summary').click();
  const last = page.locator('details[data-menu] a').last();
  await page.mouse.move(160, 120);
  const bottom = async () => {
    await page.mouse.wheel(0, 600);
    const box = await last.boundingBox();
    return (box?.y ?? 180) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(180);
  await last.click();
  await page.waitForURL(`${product.origin}/login`);
});
