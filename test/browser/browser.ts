/** The browser of the tests, and checks on its pages. */
import { readFile } from 'node:fs/promises';
import type axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';
import { expect } from 'vitest';
import { launchOptions } from './chromium.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const axeScript = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** A page of a test lives for seconds, so optimising its script would cost V8 more than it saves. */
const unoptimised = '--js-flags=--no-opt --no-maglev';

let browser: Promise<Browser> | undefined;

/** One browser per process, started for the first page; it ends with the process. */
export function openBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

async function launch(): Promise<Browser> {
  const options = await launchOptions();
  return chromium.launch({ ...options, args: [...(options.args ?? []), unoptimised] });
}

export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  /** Errors in the console, scripts that threw, and violations of the content security policy. */
  complaints: string[];
}

/** Opens a page in a fresh profile that records every complaint of the browser. */
export async function openPage(browser: Browser, options: BrowserContextOptions): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    // An error status is expected by some tests and is not a complaint.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return { page: await context.newPage(), context, complaints };
}

const contextsWithClock = new WeakSet<BrowserContext>();

/**
 * Gives the page's context a clock of the test, which goes on running. A second one would set the page's time back by
 * what the call takes, while its timers stay where they are.
 */
export async function installClock(page: Page): Promise<void> {
  const context = page.context();
  if (contextsWithClock.has(context)) return;
  contextsWithClock.add(context);
  await page.clock.install();
}

/**
 * Stops the page's clock: until `page.clock.resume`, time passes only through `page.clock.runFor`, however busy the
 * machine is. Loading and fetching in the office need a running clock.
 */
export async function stopClock(page: Page): Promise<void> {
  await installClock(page);
  for (let aheadMs = 1_000; ; aheadMs *= 2) {
    const moment = (await page.evaluate(() => Date.now())) + aheadMs;
    try {
      return await page.clock.pauseAt(moment);
    } catch (error) {
      // On a busy machine the moment may already be in the past.
      if (aheadMs > 8_000 || !String(error).includes('to the past')) throw error;
    }
  }
}

/** Makes the time limits of the pages' calls follow the clock that `stopClock` stops. */
export const limitByClock = (context: BrowserContext) => context.addInitScript(limitedByClock);

/** Removes the time limits of the pages' calls: on a busy machine even a quick answer may come late. */
export const waitWithoutEnd = (context: BrowserContext) => context.addInitScript(withoutLimit);

/** Runs in the page. */
export function limitedByClock(): void {
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Too late.', 'TimeoutError')), ms);
    return controller.signal;
  };
}

/** Runs in the page. */
export function withoutLimit(): void {
  AbortSignal.timeout = () => new AbortController().signal;
}

/** Checks that the page gives up at the limit after the request, and not before. */
export async function expectGivenUpAfter(
  page: Page,
  limitMs: number,
  { send, request, sign }: { send: () => Promise<unknown>; request: string; sign: Locator },
): Promise<void> {
  await stopClock(page);
  const requested = page.waitForRequest(request);
  await send();
  await requested;
  await page.clock.runFor(limitMs - 100);
  expect(await sign.count()).toBe(0);
  await page.clock.runFor(limitMs);
  await sign.first().waitFor();
}

/** Holds requests to the URL until the returned function is called. */
export async function hold(
  page: Page,
  address: string | RegExp,
  answer = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await answer(route);
  });
  return resolve;
}

/** Waits until nothing on the page is loading. It does not wait for an idle network, which Playwright may miss. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy=true], .mantine-Skeleton-root').count()).toBe(0);
}

/** Sets the text size, as in the settings of the browser. */
export async function enlarge(page: Page, size: string): Promise<void> {
  await page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
}

/** The elements that reach beyond the right edge of the screen, without pictures that their frame clips. */
export async function overflowingElements(page: Page): Promise<string[]> {
  return page
    .locator('main :not(svg, svg *, datalist *)')
    .evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
}

/** The words that are broken; runs in the page. URLs may break anywhere, and words with a hyphen may break there. */
export function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    if (!node.parentElement?.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\s–-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      );
      if (lines.size > 1 && !/[@/.]/.test(word)) broken.push(word);
    }
  }
  return broken;
}

/** Checks that the page is no wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

/**
 * Checks that axe finds nothing once all animations have ended: colours within a transition are not the design's. On a
 * screen that another test has checked as a whole, what is new on it is enough, and takes a fraction of the time.
 */
export async function expectAccessible(target: Page | Locator): Promise<void> {
  const [page, part] = 'page' in target ? [target.page(), target] : [target, target.locator(':root')];
  await page.evaluate(animationsEnded);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  expect(await part.evaluate(findings)).toEqual([]);
}

async function findings(part: Element): Promise<string[]> {
  if (!window.axe) throw new Error('axe is not loaded.');
  const isPage = part === document.documentElement;
  const { violations } = await window.axe.run(isPage ? document : part, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** A finished or cancelled animation counts as ended; endless animations are not waited for. */
async function animationsEnded(): Promise<void> {
  const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(finite.map(({ finished }) => finished));
}
