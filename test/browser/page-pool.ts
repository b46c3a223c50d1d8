/**
 * Pages that the tests of a file use one after another, emptied in between, since a page in a new process costs more
 * processor time. A page on which a test did what cannot be undone, such as stopping the clock, is closed after that
 * test.
 */
import type { BrowserContextOptions, CDPSession } from 'playwright-core';
import { openBrowser, openPage, type Watched } from './browser.ts';

export interface PagePool {
  /** A page of the origin in an empty profile, open at no screen yet. */
  acquire(options: BrowserContextOptions): Promise<Watched>;
  /** Ends all that the test has begun on the page. */
  release(watched: Watched): Promise<void>;
  close(): Promise<void>;
}

interface Kept extends Watched {
  session: CDPSession;
  /** Scripts and functions that a test has put into the page, and sessions that change its network or its devices. */
  added: AsyncDisposable[];
  /** The options it was opened with that cannot be changed afterwards. */
  fixed: string;
  /** Whether a test did what nothing takes back. */
  isChanged: boolean;
}

/** The options that each test sets again. A kept page is taken only by a test that asks for the same others. */
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

export function openPagePool(origin: string): PagePool {
  const idle: Kept[] = [];
  const lent = new Map<Watched, Kept>();

  return {
    async acquire(options) {
      const asked = { baseURL: origin, ...defaults, ...options };
      const fixed = JSON.stringify(Object.entries(asked).filter(([name]) => !settable.includes(name)));
      const at = idle.findLastIndex((kept) => kept.fixed === fixed);
      const [kept = await open(asked, fixed)] = at === -1 ? [] : idle.splice(at, 1);
      const { viewport, colorScheme, reducedMotion } = asked;
      if (viewport) await kept.page.setViewportSize(viewport);
      await kept.page.emulateMedia({ media: null, colorScheme, reducedMotion });
      const watched = { page: kept.page, context: kept.context, complaints: kept.complaints };
      lent.set(watched, kept);
      return watched;
    },
    async release(watched) {
      const kept = lent.get(watched);
      lent.delete(watched);
      if (kept && !kept.isChanged && (await isEmptied(kept, origin))) idle.push(kept);
      else await watched.context.close();
    },
    async close() {
      for (const { context } of idle.splice(0)) await context.close();
    },
  };
}

async function open(options: BrowserContextOptions, fixed: string): Promise<Kept> {
  const watched = await openPage(await openBrowser(), options);
  const session = await watched.context.newCDPSession(watched.page);
  const kept: Kept = { ...watched, session, added: [], fixed, isChanged: false };
  const { page, context } = watched;
  for (const target of [page, context]) {
    watchCalls(target, adding, async (call) => {
      const added = (await call()) as AsyncDisposable;
      kept.added.push(added);
      return added;
    });
  }
  watchCalls(context, ['newCDPSession'], async (call) => {
    const devtools = (await call()) as CDPSession;
    kept.added.push({ [Symbol.asyncDispose]: () => devtools.detach() });
    return devtools;
  });
  const note = (call: () => unknown) => {
    kept.isChanged = true;
    return call();
  };
  watchCalls(context, irreversible.context, note);
  watchCalls(page.clock, irreversible.clock, note);
  watchCalls(page.keyboard, irreversible.keyboard, note);
  return kept;
}

function watchCalls(target: object, names: readonly string[], around: (call: () => unknown) => unknown): void {
  for (const name of names) {
    const method = Reflect.get(target, name);
    Reflect.set(target, name, (...given: unknown[]) => around(() => Reflect.apply(method, target, given)));
  }
}

/** False when the page is beyond emptying: closed, or its product ended. */
async function isEmptied({ page, context, session, added, complaints }: Kept, origin: string): Promise<boolean> {
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
