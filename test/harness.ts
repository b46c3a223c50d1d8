/**
 * The whole product within the test's process: on a real engine and a real disk, with a clock that the test moves.
 * Requests reach it through Fastify's `inject`, without a connection.
 */
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Answers } from '../contract/answers.ts';
import { type CallInput, type CallResult, createClient } from '../contract/client.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Role } from '../contract/roles.ts';
import { type App, createApp } from '../server/app.ts';
import { flushRefusals } from '../server/audit/refusals.ts';
import type { Database } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { openSqlite } from '../server/db/sqlite.ts';
import { flushEnquiries } from '../server/enquiry/recorder.ts';
import { newId } from '../server/identifiers.ts';
import type { Assets } from '../server/pages/assets.ts';
import type { Pages } from '../server/pages/rendering.ts';
import { assembleResources, type OpenResources } from '../server/resources.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { prepareStorage } from '../server/storage/prepare-storage.ts';
import { expectDescribed } from './openapi-check.ts';
import { openTestPostgres } from './postgres.ts';
import { renderedPage } from './rendered-page.ts';
import { requestsTo, type SendRequest } from './requests.ts';
import { openTestS3, s3Key, type TestS3 } from './s3.ts';

export const origin = 'http://localhost:3000';

interface Clock {
  now: Date;
  advance(seconds: number): void;
}

export interface TestHarness extends OpenResources {
  app: App;
  /** Sends a request without cookies. */
  request: SendRequest;
  clock: Clock;
  /** Every line that was logged. */
  lines: string[];
  /** A caller without cookies; `address` is its IP address. */
  visitor(address?: string): Caller;
  /** A caller with a new session of that account, whose public id is `handle`. */
  sessionOf(accountId: string): Promise<Caller & { handle: string }>;
  /** A caller signed in as a fresh account of that role. */
  signIn(role: Role): Promise<Caller & { accountId: string; email: string }>;
}

/** A client that keeps cookies and sends the requests of a script of the site. */
export interface Caller {
  cookies: Map<string, string>;
  request(path: string, init?: RequestInit): Promise<Response>;
  call<Name extends EndpointName>(name: Name, input?: CallInput): Promise<CallResult<Answers[Name]>>;
}

interface OpenOptions {
  environment?: Record<string, string>;
  pages?: Pages;
  assets?: Assets;
  /** Opens another node on the database and the folder of this harness. */
  beside?: TestHarness;
}

export type Open = (options?: OpenOptions) => Promise<TestHarness>;

/** With `TEST_STORAGE=s3` every harness keeps its files in a bucket of its own. */
export const isOnBucket = process.env.TEST_STORAGE === 's3';

/** Both engines, unless `TEST_ENGINE` names one: a second run on a real server need not repeat the first. */
const engines = (['sqlite', 'postgres'] as const).filter((engine) => (process.env.TEST_ENGINE ?? engine) === engine);

/**
 * Without a server, PostgreSQL within the process is too slow for every suite and runs those of these folders alone,
 * unless `TEST_ENGINE` asks for all.
 */
const alwaysOnBoth = /\/server\/(db|enquiry|guesses)\//;

function isLeftOut(engine: 'sqlite' | 'postgres'): boolean {
  const { TEST_DATABASE_URL, TEST_ENGINE } = process.env;
  if (engine === 'sqlite' || TEST_DATABASE_URL || TEST_ENGINE) return false;
  return !alwaysOnBoth.test(expect.getState().testPath ?? '');
}

/** Runs the suite on SQLite and on PostgreSQL, or on the given ones; `open` gives a fresh, empty harness. */
export function onEachEngine(
  name: string,
  suite: (open: Open, engine: 'sqlite' | 'postgres') => void,
  on: readonly ('sqlite' | 'postgres')[] = engines,
): void {
  for (const engine of on) {
    (isLeftOut(engine) ? describe.skip : describe)(`${name} on ${engine}`, () => suiteOn(engine, suite));
  }
}

function suiteOn(engine: 'sqlite' | 'postgres', suite: (open: Open, engine: 'sqlite' | 'postgres') => void): void {
  let postgres: Awaited<ReturnType<typeof openTestPostgres>> | null = null;
  let s3: TestS3 | null = null;
  const cleanUps: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    if (engine === 'postgres') postgres = await openTestPostgres();
    if (!isOnBucket) return;
    Object.assign(process.env, s3Key);
    s3 = await openTestS3();
  }, 60_000);
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
  afterAll(async () => {
    await s3?.close();
  });

  suite(async (options = {}) => {
    const { beside } = options;
    const dataDir = beside?.settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'maplegate-test-')));
    if (!beside) cleanUps.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    if (postgres && !beside) await postgres.empty();
    const file = join(dataDir, 'maplegate.db');
    if (!postgres && !beside) await copyFile(await migratedFile(), file);
    const database: Database = postgres ? await postgres.open() : openSqlite(file);
    const STORAGE_URL = beside ? storageUrlOf(beside) : (await s3?.newBucket())?.url;
    const settings = readSettings({
      DATA_DIR: dataDir,
      STORAGE_URL,
      PUBLIC_URL: origin,
      LOG_LEVEL: 'debug',
      ...options.environment,
    });
    const harness = await openTestHarness(database, settings, options);
    cleanUps.push(async () => {
      // Otherwise these rows would be written later, into the tables of the next test.
      await flushEnquiries(harness);
      await flushRefusals(harness);
      await harness.close();
    });
    return harness;
  }, engine);
}

/** Runs the suite on one engine, for tests that do not depend on the database. */
export function onOneEngine(name: string, suite: (open: Open) => void): void {
  onEachEngine(name, suite, engines.slice(0, 1));
}

/** An empty, migrated SQLite file to copy, since migrating takes longer; it is removed when the process ends. */
let migrated: Promise<string> | undefined;

function migratedFile(): Promise<string> {
  migrated ??= makeMigratedFile();
  return migrated;
}

async function makeMigratedFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-migrated-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'maplegate.db');
  const database = openSqlite(file);
  await migrate(database);
  await database.close();
  return file;
}

function storageUrlOf({ settings: { bucket } }: TestHarness): string | undefined {
  return bucket ? `s3://${bucket.name}?endpoint=${bucket.endpoint}&region=${bucket.region}` : undefined;
}

async function openTestHarness(
  database: Database,
  settings: Settings,
  { pages, assets, beside }: OpenOptions,
): Promise<TestHarness> {
  const clock: Clock = beside?.clock ?? {
    now: new Date('2026-03-10T06:00:00.000Z'),
    advance(seconds) {
      this.now = new Date(this.now.getTime() + seconds * 1_000);
    },
  };
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const harness = await assembleResources(database, settings, () => clock.now, await prepareStorage(settings));
  const app = await createApp({
    ...harness,
    log: pino({ level: 'debug', base: null }, sink),
    pages: pages ?? (async () => renderedPage('a page')),
    assets: assets ?? (() => null),
    onReadinessPoll: () => true,
  });
  const visitor = (address?: string) => caller(requestsTo(app, origin, address));
  const sessionOf: TestHarness['sessionOf'] = async (accountId) => {
    const person = visitor();
    const secret = randomBytes(32).toString('base64url');
    const handle = newId();
    const at = clock.now.toISOString();
    await harness.database.db
      .insertInto('session')
      .values({
        id: createHash('sha256').update(secret).digest('hex'),
        ...{ handle, accountId },
        device: 'Test',
        createdAt: at,
        confirmedAt: at,
        lastSeenAt: at,
        expiresAt: new Date(clock.now.getTime() + 7 * 86_400_000).toISOString(),
      })
      .execute();
    person.cookies.set('session', secret);
    return Object.assign(person, { handle });
  };
  return {
    ...harness,
    app,
    request: requestsTo(app, origin),
    clock,
    lines,
    visitor,
    sessionOf,
    async signIn(role) {
      const { id: accountId, email } = await buildAccount(harness, role);
      return Object.assign(await sessionOf(accountId), { accountId, email });
    },
  };
}

/** Creates an account that has no usable password, or returns the super admin, of whom there is only one. */
async function buildAccount(harness: OpenResources, role: Role): Promise<{ id: string; email: string }> {
  const { db } = harness.database;
  if (role === 'super-admin') {
    const existing = await db.selectFrom('account').select(['id', 'email']).where('role', '=', role).executeTakeFirst();
    if (existing) return existing;
  }
  const id = newId();
  const at = harness.now().toISOString();
  const email = role === 'super-admin' ? harness.settings.superAdminEmail : `${id}@staff.example`;
  await db
    .insertInto('account')
    .values({
      id,
      name: `Staff ${id.slice(0, 4)}`,
      email,
      passwordHash: '!',
      role,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    })
    .execute();
  return { id, email };
}

function caller(send: SendRequest): Caller {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (cookies.size && !headers.has('cookie')) {
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const response = await send(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line);
    await expectDescribed(path, init, response);
    return response;
  };
  return { cookies, request, call: createClient((path, init) => request(path, init)).call };
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const name = pair.slice(0, pair.indexOf('='));
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name);
  else cookies.set(name, pair.slice(pair.indexOf('=') + 1));
}

/** Asserts a refusal by status and code. */
export function expectRefusal(result: CallResult<unknown>, status: number, code: string): void {
  expect(result.ok ? { status: result.status } : { status: result.status, code: result.error.code }).toEqual({
    status,
    code,
  });
}
