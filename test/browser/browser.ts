/** A browser for the tests, and what they look at in it. */
import { readFile } from 'node:fs/promises';
import type axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Route } from 'playwright-core';
import { expect } from 'vitest';
import { launchOptions } from './chromium.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const axeScript = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

let browser: Promise<Browser> | undefined;

/** One for all files of a process, started for the first that opens a page; it ends with the process. */
export function openBrowser(): Promise<Browser> {
  browser ??= launchOptions().then((options) => chromium.launch(options));
  return browser;
}

export interface Watched {
  page: Page;
  context: BrowserContext;
  /** Errors in the console, scripts that threw, and violations of the content security policy. */
  complaints: string[];
}

/**
 * A page in a fresh profile, which remembers every complaint of the browser. Nothing moves on it unless a test asks
 * for that: what glides to its place cannot be pressed before it is there.
 */
export async function openPage(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    // The status of an answer is what some tests are about, no complaint.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return { page: await context.newPage(), context, complaints };
}

/**
 * From here to `page.clock.resume` time passes on the page by `page.clock.runFor` alone, however busy the machine is.
 * A page that loads or fetches in the office needs time to go on.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  for (let aheadMs = 1_000; ; aheadMs *= 2) {
    const moment = (await page.evaluate(() => Date.now())) + aheadMs;
    try {
      return await page.clock.pauseAt(moment);
    } catch (error) {
      // On a busy machine the moment may have gone by before the page hears of it.
      if (aheadMs > 8_000 || !String(error).includes('to the past')) throw error;
    }
  }
}

/** The time limits of the page's calls follow the clock that `stopClock` stops. Before the page is opened. */
export async function limitByClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('Too late.', 'TimeoutError')), ms);
      return controller.signal;
    };
  });
}

/** Once the page has sent the request, nothing of what it shows when it gives up is there before the limit, and all after. */
export async function expectGivenUpAfter(
  page: Page,
  limitMs: number,
  { send, request, sign }: { send: () => Promise<unknown>; request: string; sign: Locator },
): Promise<void> {
  await stopClock(page);
  const asked = page.waitForRequest(request);
  await send();
  await asked;
  await page.clock.runFor(limitMs - 100);
  expect(await sign.count()).toBe(0);
  await page.clock.runFor(limitMs);
  await sign.first().waitFor();
}

/** Requests to the address wait until what is returned is called, and are answered then. */
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

/** Calls of the page wait for their answers without end, however long the look at what waits takes. */
export async function waitWithoutEnd(page: Page): Promise<void> {
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
}

/** Until nothing on the page says that it waits. Not until the network is silent, of which Playwright may miss the end. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy=true], .mantine-Skeleton-root').count()).toBe(0);
}

/** axe finds nothing on the page once it stands still: halfway through a transition colours are none of the design. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(stillness);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  expect(await page.evaluate(findings)).toEqual([]);
}

async function findings(): Promise<string[]> {
  if (!window.axe) throw new Error('axe is not there.');
  const { violations } = await window.axe.run({ resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Ended or called off, both is still; what goes round for ever is not waited for. */
async function stillness(): Promise<void> {
  const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
