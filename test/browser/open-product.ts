/**
 * The built product for one test file and, once a page is opened, the browser; the product ends after its tests.
 *
 *     const product = openProduct();                        // at the top of the file, once
 *
 *     test('…', async () => {
 *       const { page } = await product.openPage({ as: 'admin', at: '/application' });
 *       …
 *     });
 *
 * - `openProduct({ rows: 250 })` begins with that many applications without files, at once; `{ demo: 6 }` with
 *   complete ones, photos and documents included, at half a second each; `environment` sets the product's settings.
 * - With `TEST_ENGINE=postgres` its records are in a database of its own on the server of `TEST_DATABASE_URL`, and
 *   with `TEST_STORAGE=s3` its files are in a bucket.
 * - `openPage` opens a page in an empty profile with `baseURL`, so `page.goto('/slider')` works. `as` signs it in with
 *   a session of its own; `at` opens a path; `language` is the one last read; the rest goes to Playwright
 *   (`viewport`, 360 × 740 by default, `reducedMotion`, 'reduce' by default, `colorScheme`, `javaScriptEnabled`).
 *   Its calls wait without end, unless `hasTimeLimits` makes their limits follow the clock that `stopClock` stops.
 *   The browser may have scripts, styles and fonts of earlier tests in its cache, and then requests none of them that
 *   a test could hold or abort, unless `hasEmptyCache`.
 * - Each page is emptied or closed after its test, which fails if the browser complained: an error in the console, a
 *   script that threw, a violation of the content security policy. A test that wants a complaint takes it out of
 *   `complaints`.
 * - `product.staff('admin')` is a client of the API with a session of its own; pass it as `as` and the page shares
 *   that session: `staff.call('logout')` then ends it without the page's knowledge. `superAdmin` and `admin` in
 *   `test/product.ts` are the two accounts.
 * - `product.addApplication({ passport: 'EB1234567' })` adds one with a photo through the API; `addApplicant` in
 *   `applicant.ts` adds one with documents. Two pages in one test are like the browsers of two people.
 *
 * No test may depend on an earlier one: each adds what it needs, under a passport of its own.
 */
import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import type { Language } from '../../contract/language.ts';
import type { Role } from '../../contract/roles.ts';
import { createLog } from '../../server/log.ts';
import { type OpenResources, openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { type Backends, openBackends } from '../backends.ts';
import { addApplication } from '../build.ts';
import { freePort } from '../free-port.ts';
import { type Product, type Staff, startProduct, superAdmin } from '../product.ts';
import { insertApplications } from '../rows.ts';
import { limitByClock, type OpenedPage, waitWithoutEnd } from './browser.ts';
import { type PagePool, pagePool } from './page-pool.ts';

type Environment = Record<string, string>;

/** Ports of products that have ended. The next one takes the same, so that the browser has its scripts compiled. */
const freePorts: number[] = [];
const takePort = async () => freePorts.shift() ?? freePort();

interface Content {
  environment?: Environment;
  rows?: number;
  demo?: number;
}

interface PageOptions extends BrowserContextOptions {
  as?: Role | Staff;
  at?: string;
  language?: Language;
  hasTimeLimits?: boolean;
  hasEmptyCache?: boolean;
}

interface OpenProduct extends Pick<Product, 'origin' | 'dataDir' | 'setupCode' | 'staff' | 'output'> {
  openPage(options?: PageOptions): Promise<OpenedPage>;
  /** Chooses the language of what the page opens next, as the language switch does. */
  chooseLanguage(page: Page, language: Language): Promise<void>;
  /** Runs the work with connections of its own to the database and the files of the running product. */
  withResources(work: (resources: OpenResources) => Promise<unknown>): Promise<void>;
  addApplication(overrides?: Record<string, string>): Promise<Application>;
}

export function openProduct(content: Content = {}): OpenProduct {
  let folder = '';
  let backends: Backends | undefined;
  let environment: Environment = {};
  let product: Product | undefined;
  let pages: PagePool | undefined;
  let port = 0;
  let adder: Promise<Staff> | undefined;
  const openPages: OpenedPage[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maplegate-browser-'));
    backends = await openBackends();
    environment = { ...backends.environment, ...content.environment };
    port = await takePort();
    product = await startOn(folder, { ...content, environment }, port);
    pages = pagePool(product.origin);
  }, 180_000);
  afterEach(async () => {
    const complaints = openPages.flatMap((opened) => opened.complaints);
    for (const opened of openPages.splice(0)) await pages?.release(opened);
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await product?.stop();
    if (port) freePorts.push(port);
    await backends?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const running = () => {
    if (!product || !pages) throw new Error('The product is open within tests and hooks only.');
    return { product, pages };
  };
  return {
    get origin() {
      return running().product.origin;
    },
    get dataDir() {
      return folder;
    },
    setupCode: () => running().product.setupCode(),
    staff: (role) => running().product.staff(role),
    output: () => running().product.output(),
    withResources: (work) => withResources(folder, environment, work),
    chooseLanguage: (page, language) =>
      page.context().addCookies([{ name: 'language', value: language, url: running().product.origin }]),
    async addApplication(overrides) {
      adder ??= running().product.staff();
      return addApplication(await adder, overrides);
    },
    async openPage({ as, at, language, hasTimeLimits = false, hasEmptyCache = false, ...options } = {}) {
      const { product, pages } = running();
      const { origin } = product;
      const staff = typeof as === 'string' ? await product.staff(as) : as;
      const opened = await pages.acquire(options, { emptyCache: hasEmptyCache });
      openPages.push(opened);
      await (hasTimeLimits ? limitByClock : waitWithoutEnd)(opened.context);
      if (staff) await opened.context.addInitScript(keepToken, { origin, token: staff.token });
      const cookies = [...(staff?.cookies ?? []), ...(language ? [{ name: 'language', value: language }] : [])];
      if (cookies.length) await opened.context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
      if (at !== undefined) await opened.page.goto(at);
      return opened;
    },
  };
}

async function startOn(
  folder: string,
  { environment, rows, demo }: Content & { environment: Environment },
  port: number,
): Promise<Product> {
  const today = dhakaDay(new Date());
  const hasOwnData = Object.keys(environment).some((name) => ownDataSettings.test(name));
  if (!hasOwnData) await cp(await firstDataDir(), folder, { recursive: true });
  if (rows) await withResources(folder, environment, (resources) => insertApplications(resources, rows, { today }));
  if (!demo) return startProduct(environment, folder, { port });
  const settings = { SUPER_ADMIN_PASSWORD: superAdmin.password, ...environment };
  return startProduct(settings, folder, {
    port,
    command: ['demo/demo.ts', '--applications', String(demo)],
    timeoutMs: 120_000,
  });
}

/** The settings with which a product cannot use a data folder that was made without them. */
const ownDataSettings = /^(?:DATABASE_URL|STORAGE_URL|SECRET_KEY)$/;

/** The data folder after a first start, to copy, since a first start takes longer; removed when the process ends. */
let firstData: Promise<string> | undefined;

function firstDataDir(): Promise<string> {
  firstData ??= makeFirstDataDir();
  return firstData;
}

async function makeFirstDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-first-start-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const product = await startProduct({}, folder);
  await product.stop();
  return folder;
}

/** Opens the database of the folder, before or while the product runs. */
async function withResources(
  folder: string,
  environment: Environment,
  work: (resources: OpenResources) => Promise<unknown>,
) {
  const resources = await openResources(readSettings({ DATA_DIR: folder, ...environment }), createLog('error'));
  try {
    await work(resources);
  } finally {
    await resources.close();
  }
}

/**
 * Sets the token once, as the login does, so that a test can remove it. Playwright's storage state would open an extra
 * page.
 */
function keepToken({ origin, token }: { origin: string; token: string }): void {
  if (location.origin !== origin || document.cookie.includes('keptToken=')) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way of writing one comes too late.
  document.cookie = 'keptToken=1; path=/';
  localStorage.setItem('token', token);
}
