/**
 * Pages that the tests of a worker use one after another, emptied in between: a page in a new process, which has no
 * script compiled yet, would cost more processor time. What the browser has cached stays. A page that a test changed
 * for good, by stopping its clock for example, is closed after that test.
 */
import type { BrowserContextOptions, CDPSession } from 'playwright-core';
import { type OpenedPage, openBrowser, openPage } from './browser.ts';

export interface PagePool {
  /** A page of the origin in an empty profile, on which no screen is open yet; with an empty cache if asked for. */
  acquire(options: BrowserContextOptions, needs: { emptyCache: boolean }): Promise<OpenedPage>;
  /** Ends all that the test has begun on the page. */
  release(opened: OpenedPage): Promise<void>;
}

interface PooledPage extends OpenedPage {
  session: CDPSession;
  /** Scripts and functions that a test has put into the page, and sessions that change its network or its devices. */
  added: AsyncDisposable[];
  /** Those of its options that cannot be changed after it was opened. */
  fixedOptions: string;
  /** Whether a test did something that cannot be undone. */
  isChanged: boolean;
}

/** The options that each test sets anew. A test takes a page of the pool only if all other options are the same. */
const settable = ['baseURL', 'viewport', 'colorScheme', 'reducedMotion'];
const defaults = {
  viewport: { width: 360, height: 740 },
  colorScheme: 'light',
  // An element cannot be pressed while it moves.
  reducedMotion: 'reduce',
  javaScriptEnabled: true,
} as const;

const adding = ['addInitScript', 'exposeBinding', 'exposeFunction'];
const irreversible = {
  context: ['setExtraHTTPHeaders'],
  clock: ['install', 'setFixedTime', 'setSystemTime'],
  // A key that stays down repeats itself when it is next pressed.
  keyboard: ['down'],
};
const events = ['dialog', 'download', 'filechooser', 'load', 'request', 'requestfailed', 'requestfinished', 'response'];

const pools = new Map<string, PagePool>();

/** The pool of the origin, which the products of successive files share. */
export function pagePool(origin: string): PagePool {
  const pool = pools.get(origin) ?? openPagePool(origin);
  pools.set(origin, pool);
  return pool;
}

function openPagePool(origin: string): PagePool {
  const idle: PooledPage[] = [];
  const inUse = new Map<OpenedPage, PooledPage>();

  return {
    async acquire(options, { emptyCache }) {
      const all = { baseURL: origin, ...defaults, ...options };
      const fixedOptions = JSON.stringify(Object.entries(all).filter(([name]) => !settable.includes(name)));
      const at = emptyCache ? -1 : idle.findLastIndex((pooled) => pooled.fixedOptions === fixedOptions);
      const [pooled = await open(all, fixedOptions)] = at === -1 ? [] : idle.splice(at, 1);
      const { viewport, colorScheme, reducedMotion } = all;
      if (viewport) await pooled.page.setViewportSize(viewport);
      await pooled.page.emulateMedia({ media: null, colorScheme, reducedMotion });
      const opened = { page: pooled.page, context: pooled.context, complaints: pooled.complaints };
      inUse.set(opened, pooled);
      return opened;
    },
    async release(opened) {
      const pooled = inUse.get(opened);
      inUse.delete(opened);
      if (pooled && !pooled.isChanged && (await isEmptied(pooled, origin))) idle.push(pooled);
      else await opened.context.close();
    },
  };
}

async function open(options: BrowserContextOptions, fixedOptions: string): Promise<PooledPage> {
  const opened = await openPage(await openBrowser(), options);
  const session = await opened.context.newCDPSession(opened.page);
  const pooled: PooledPage = { ...opened, session, added: [], fixedOptions, isChanged: false };
  const { page, context } = opened;
  for (const target of [page, context]) {
    watchCalls(target, adding, async (call) => {
      const added = (await call()) as AsyncDisposable;
      pooled.added.push(added);
      return added;
    });
    watchCalls(target, ['route'], async (call) => {
      const route = await call();
      // The page hears of the route on another way than of a key press, which it prefers: the request that the key
      // causes would be sent as if there were no route.
      await page.evaluate(() => {}).catch(() => {});
      return route;
    });
  }
  watchCalls(context, ['newCDPSession'], async (call) => {
    const devtools = (await call()) as CDPSession;
    pooled.added.push({ [Symbol.asyncDispose]: () => devtools.detach() });
    return devtools;
  });
  const recordChange = (call: () => unknown) => {
    pooled.isChanged = true;
    return call();
  };
  watchCalls(context, irreversible.context, recordChange);
  watchCalls(page.clock, irreversible.clock, recordChange);
  watchCalls(page.keyboard, irreversible.keyboard, recordChange);
  return pooled;
}

function watchCalls(target: object, names: readonly string[], around: (call: () => unknown) => unknown): void {
  for (const name of names) {
    const method = Reflect.get(target, name);
    Reflect.set(target, name, (...args: unknown[]) => around(() => Reflect.apply(method, target, args)));
  }
}

/** False when the page cannot be emptied: it is closed, or its product has ended. */
async function isEmptied({ page, context, session, added, complaints }: PooledPage, origin: string): Promise<boolean> {
  try {
    for (const one of added.splice(0)) await one[Symbol.asyncDispose]();
    for (const event of events) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.setOffline(false);
    await context.clearPermissions();
    await page.goto(`${origin}/healthz`);
    await page.evaluate(() => sessionStorage.clear());
    await context.clearCookies();
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.send('Page.resetNavigationHistory');
    await page.mouse.move(-1, -1);
    complaints.length = 0;
    return true;
  } catch {
    return false;
  }
}
