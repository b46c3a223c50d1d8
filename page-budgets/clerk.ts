/** A clerk in a real browser, with a clock inside the page, so that the driver's own time does not count. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Product, Staff } from '../test/product.ts';
import { searchDebounceMs } from '../web/office/applications/list/search-debounce.ts';
import { phone, weigh } from './weigh.ts';

/** The connection that Lighthouse calls slow 4G, and the factor by which it slows the processor for a phone. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};
const slowness = 4;

const row = 'main a[href^="/userView?id="]';
const timeoutMs = 60_000;

export class Clerk {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #staff: Staff;

  constructor(browser: Browser, { origin }: Product, staff: Staff) {
    this.#browser = browser;
    this.#origin = origin;
    this.#staff = staff;
  }

  /** Bytes of all scripts that a screen loads, in gzip. */
  async scriptBytes(path: string, isSignedIn: boolean): Promise<number> {
    const context = await this.#open(isSignedIn);
    const { scriptGzip } = await weigh(await context.newPage(), path);
    await context.close();
    return scriptGzip;
  }

  /** Milliseconds from the click on a link to the first row, on a phone, with an empty and with a warm cache. */
  async loadList(): Promise<{ cold: number; warm: number }> {
    const context = await this.#open(true, phone);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4g);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await page.addInitScript((selector) => {
      const check = () => {
        if (!document.querySelector(selector)) return requestAnimationFrame(check);
        Object.assign(window, { rowsAt: performance.now() });
      };
      requestAnimationFrame(check);
    }, row);
    const load = async () => {
      await page.goto('/application', { waitUntil: 'commit', timeout: timeoutMs });
      return (
        await page.waitForFunction(() => (window as { rowsAt?: number }).rowsAt, null, { timeout: timeoutMs })
      ).jsonValue();
    };
    const cold = Number(await load());
    await page.waitForLoadState('networkidle');
    const warm = Number(await load());
    await context.close();
    return { cold, warm };
  }

  /** Milliseconds from the last key to the matching rows, without the debounce, for 3 to 7 characters of passports. */
  async search(count: number): Promise<number[]> {
    const list = await this.#staff.call('applications', { query: { limit: 50, page: 7 } });
    if (!list.ok) throw new Error('The list could not be read.');
    const context = await this.#open(true);
    const page = await context.newPage();
    await page.goto('/application');
    await page.waitForSelector(row);
    const times: number[] = [];
    for (let at = 0; at < count; at++) {
      const passport = list.data.applications[at]?.passport ?? '';
      const text = passport.slice(1, 4 + (at % 5));
      times.push((await this.#timeSearch(page, text)) - searchDebounceMs);
    }
    await context.close();
    return times;
  }

  /** The status line that names the text and the rows are painted together. */
  async #timeSearch(page: Page, text: string): Promise<number> {
    await page.fill('input[type=search]', '');
    await page.waitForSelector(row);
    await page.evaluate((searched) => {
      const clock: { typedAt?: number; shownAt?: number } = {};
      Object.assign(window, { clock });
      document.addEventListener('input', () => Object.assign(clock, { typedAt: performance.now() }), { capture: true });
      const check = () => {
        const isShown = [...document.querySelectorAll('[role=status]')].some((status) =>
          status.textContent?.includes(searched),
        );
        if (!isShown) return requestAnimationFrame(check);
        clock.shownAt = performance.now();
      };
      requestAnimationFrame(check);
    }, text);
    await page.locator('input[type=search]').pressSequentially(text);
    const took = await page.waitForFunction(() => {
      const { typedAt = 0, shownAt } = (window as unknown as { clock: { typedAt?: number; shownAt?: number } }).clock;
      return shownAt && shownAt - typedAt;
    });
    return Number(await took.jsonValue());
  }

  /** Milliseconds from the choice of a photo of 12 megapixels to its preview. */
  async preview(): Promise<number> {
    const context = await this.#open(true);
    const page = await context.newPage();
    await page.goto('/addUserApplication');
    const input = page.locator('input[type=file]').first();
    await input.waitFor({ state: 'attached' });
    await page.evaluate(() => {
      const clock: { chosenAt?: number; shownAt?: number } = {};
      Object.assign(window, { clock });
      document.addEventListener('change', () => Object.assign(clock, { chosenAt: performance.now() }), {
        capture: true,
      });
      document.addEventListener(
        'load',
        ({ target }) => {
          if (target instanceof HTMLImageElement && target.src.startsWith('blob:')) clock.shownAt = performance.now();
        },
        { capture: true },
      );
    });
    await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    const took = await page.waitForFunction(() => {
      const { chosenAt = 0, shownAt } = (window as unknown as { clock: { chosenAt?: number; shownAt?: number } }).clock;
      return shownAt && shownAt - chosenAt;
    });
    const value = Number(await took.jsonValue());
    await context.close();
    return value;
  }

  #open(isSignedIn: boolean, options = {}): Promise<BrowserContext> {
    const { cookies, token } = this.#staff;
    const origin = this.#origin;
    const storageState = isSignedIn
      ? {
          cookies: cookies.map((cookie) => ({
            ...cookie,
            domain: 'localhost',
            path: '/',
            expires: -1,
            secure: false,
            sameSite: 'Lax' as const,
          })),
          origins: [{ origin, localStorage: [{ name: 'token', value: token }] }],
        }
      : undefined;
    return this.#browser.newContext({ baseURL: origin, ...(storageState && { storageState }), ...options });
  }
}

let drawn: Promise<Buffer> | undefined;

/** A photo as large as a phone's camera makes it. */
function photo(): Promise<Buffer> {
  drawn ??= sharp({
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3,
      background: '#7a9',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
  return drawn;
}
