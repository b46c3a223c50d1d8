/** What `npm run demo` creates, read through the product that runs on it. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Application } from '../contract/answers.ts';
import { slotNames } from '../contract/application-form.ts';
import { thumbnailUrl } from '../contract/files.ts';
import { limits } from '../contract/limits.ts';
import { statuses } from '../contract/status.ts';
import { type Context, systemContext } from '../server/context.ts';
import { isWeakPassword } from '../server/sign-in/passwords.ts';
import { dataOf } from '../test/data-of.ts';
import { type Caller, isOnBucket, onEachEngine, onOneEngine, type TestHarness } from '../test/harness.ts';
import { insertApplications } from '../test/rows.ts';
import { applicant } from './applicants.ts';
import { documentsHeld } from './documents.ts';
import { fillMany } from './fill-many.ts';
import { prepareDemo } from './prepare.ts';
import { rowsOf } from './rows.ts';

const today = '2026-03-10';
const few = 7;
/** Records in the middle of a bulk have no documents. */
const many = 2_020;
const quietly = () => {};
/** A bulk shares its pictures by links, which need the disk, whatever storage the other tests use. */
const onDisk = { environment: { STORAGE_URL: '' } };
const actor = {
  id: '',
  name: 'Demo office',
  email: '',
  role: 'admin',
  rights: [],
  sessionId: '',
  isConfirmed: false,
  passwordChangeNeeded: false,
  hasSecondFactor: false,
} as const;

// It is made by calls of the product, whose own tests run on both engines.
onOneEngine('the demo', (open) => {
  test('accounts can sign in, every status exists with its pictures, and the printed passports are found', async () => {
    const harness = await open();
    const lines = await prepareDemo(systemContext(harness), few, quietly);
    const staff = await expectAccounts(harness, lines);
    await expectRecords(staff);
    await expectTrueTotals(harness, staff);
    await expectSameAsBulk(harness);
    await expectPassports(harness, lines);
  }, 120_000);

  test('a second start prints the same and adds nothing', async () => {
    const harness = await open();
    const first = await prepareDemo(systemContext(harness), 1, quietly);
    const before = await countsOf(harness);
    expect(await prepareDemo(systemContext(harness), 500, quietly)).toEqual(first);
    expect(await countsOf(harness)).toEqual(before);
  });

  test('a database with applications of its own gets neither records nor accounts', async () => {
    const harness = await open();
    await insertApplications(harness, 3);
    const before = await countsOf(harness);
    expect(await prepareDemo(systemContext(harness), few, quietly)).toHaveLength(1);
    expect(await countsOf(harness)).toEqual(before);
  });

  test('where a super admin exists, no account with a known password appears', async () => {
    const harness = await open();
    await harness.signIn('super-admin');
    const lines = await prepareDemo(systemContext(harness), 1, quietly);
    expect(lines.join('\n')).not.toContain('Accounts');
    expect(await countsOf(harness)).toMatchObject({ account: 1, application: 1 });
  });

  test('a demo that was stopped while it was made is refused with what to remove', async () => {
    const harness = await open();
    const stop = () => {
      throw new Error('stopped');
    };
    await expect(prepareDemo(systemContext(harness), few, stop)).rejects.toThrow('stopped');
    await expect(prepareDemo(systemContext(harness), few, quietly)).rejects.toThrow(harness.settings.dataDir);
  });

  test.runIf(isOnBucket)('a bulk is refused on a bucket before anything is made', async () => {
    const harness = await open();
    const before = await countsOf(harness);
    await expect(prepareDemo(systemContext(harness), 61, quietly)).rejects.toThrow('Leave STORAGE_URL out.');
    expect(await countsOf(harness)).toEqual(before);
    expect(await prepareDemo(systemContext(harness), 1, quietly)).not.toEqual([]);
  });
});

onEachEngine('the demo', (open, engine) => {
  test('the bulk leaves the rows, tallies, indexes and triggers that single inserts would, and its lists, searches, deep pages and changes are true', async () => {
    const single = await open(onDisk);
    await insertApplications(single, many);
    const expected = {
      rows: await plainRows(single),
      schema: await schemaOf(single, engine),
      ...(await triggerResultsOf(single)),
    };
    const harness = await open(onDisk);
    await fillMany(await bulkContext(harness), many, today, actor, quietly, 2);
    expect({
      rows: await plainRows(harness),
      schema: await schemaOf(harness, engine),
      ...(await triggerResultsOf(harness)),
    }).toEqual(expected);
    expect(await countsOf(harness)).toMatchObject({ application: many, audit: 0 });
    await expectTrueBulk(harness);
  }, 120_000);

  test('an unfinished bulk leaves no row and no missing index', async () => {
    const harness = await open(onDisk);
    const schema = await schemaOf(harness, engine);
    const stop = (line: string) => {
      if (line.startsWith('building')) throw new Error('stopped');
    };
    await expect(fillMany(await bulkContext(harness), 100, today, actor, stop, 1)).rejects.toThrow('stopped');
    expect(await countsOf(harness)).toMatchObject({ application: 0, decision: 0, file: 0 });
    expect(await schemaOf(harness, engine)).toEqual(schema);
    await fillMany(await bulkContext(harness), 100, today, actor, quietly, 1);
    expect(await countsOf(harness)).toMatchObject({ application: 100 });
  }, 120_000);
});

/** Loads by COPY if there is a server, whose URL the settings of a harness do not have. */
async function bulkContext(harness: TestHarness): Promise<Context> {
  const server = process.env.TEST_DATABASE_URL;
  if (harness.database.engine === 'sqlite' || !server) return systemContext(harness);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(harness.database.db);
  const databaseUrl = new URL(server);
  databaseUrl.pathname = `/${rows[0]?.name}`;
  return systemContext({ ...harness, settings: { ...harness.settings, databaseUrl: databaseUrl.href } });
}

async function expectAccounts(harness: TestHarness, lines: string[]): Promise<Caller> {
  const accounts = lines.flatMap((line) => {
    const [, role, email, password] = /^ {2}(super admin|admin) +(\S+@\S+) {2}(\S+)$/.exec(line) ?? [];
    return role && email && password ? [{ role: role.replace(' ', '-'), email, password }] : [];
  });
  expect(accounts.map(({ role }) => role)).toEqual(['super-admin', 'admin']);
  let person = harness.visitor();
  for (const { role, email, password } of accounts) {
    expect(isWeakPassword(password, [email, harness.settings.brand.name])).toBe(false);
    person = harness.visitor();
    expect(dataOf(await person.call('login', { json: { email, password } })).user.role).toBe(role);
  }
  return person;
}

async function expectRecords(staff: Caller): Promise<void> {
  const list = dataOf(await staff.call('applications', { query: { limit: 50 } }));
  expect(list.totalApplication).toBe(few);
  expect(new Set(list.applications.map((one) => one.isStatus))).toEqual(new Set(statuses));
  for (const one of list.applications) {
    const documents = slotNames.flatMap((slot) => one[slot] ?? []);
    expect(documents).toHaveLength(one.isStatus === 'Approved' ? 6 : 3);
    await expectPicture(staff, one.image, limits.photoThumbnailWidths[0]);
    for (const url of documents) await expectPicture(staff, url, limits.attachmentThumbnailWidths[0]);
  }
}

/** Records, histories and audit rows of the product's own rules, in the order of time. */
async function expectSameAsBulk({ database: { db } }: TestHarness): Promise<void> {
  const applications = await db.selectFrom('application').selectAll().orderBy('sequence').execute();
  for (const [index, stored] of applications.entries()) {
    const { application, decisions } = rowsOf(applicant(index, few, today), { id: stored.id });
    const files = Object.fromEntries(['photo', ...documentsHeld('Approved')].map((name) => [name, expect.anything()]));
    // Attaching the documents changed the record a little after its arrival.
    const { updatedAt } = application.updatedAt === application.createdAt ? stored : application;
    const version = expect.any(Number);
    expect({ ...stored, ...files }).toEqual({ ...application, ...files, version, updatedAt });
    const rows = await db
      .selectFrom('decision')
      .selectAll()
      .where('applicationId', '=', stored.id)
      .orderBy('sequence')
      .execute();
    expect(rows.map(({ sequence: _, ...row }) => row)).toEqual(
      decisions.map((decision) => ({ ...decision, accountId: expect.stringMatching(/^[0-9a-f]{24}$/) })),
    );
  }
  const audited = await db.selectFrom('audit').select(['at', 'action']).orderBy('sequence').execute();
  const times = audited.filter(({ action }) => action.startsWith('application.')).map(({ at }) => at);
  expect(times.length).toBeGreaterThan(2 * few);
  expect(times).toEqual(times.toSorted());
}

async function expectPassports(harness: TestHarness, lines: string[]): Promise<void> {
  const printed = lines.flatMap((line) => {
    const [, status, search, search1, search2] = /^ {2}(\w+) +(\w+) {2}(.+) {2}born (\S+)$/.exec(line) ?? [];
    return status ? [{ status, triple: { search, search1, search2 } }] : [];
  });
  expect(printed.map(({ status }) => status)).toEqual([...statuses]);
  for (const { status, triple } of printed) {
    const visitor = harness.visitor();
    const { applications } = dataOf(await visitor.call('enquiry', { json: triple }));
    expect(applications.map((one) => one.isStatus)).toEqual([status]);
    const url = applications[0]?.image ?? '';
    await expectPicture(visitor, url, limits.photoThumbnailWidths[0]);
    expect((await harness.visitor().request(url)).status).toBe(404);
  }
}

async function expectTrueBulk(harness: TestHarness): Promise<void> {
  const staff = await harness.signIn('admin');
  await expectTrueTotals(harness, staff);

  const rows = await harness.database.db.selectFrom('application').selectAll().orderBy('sequence', 'desc').execute();
  const deep = dataOf(await staff.call('applications', { query: { page: 101 } }));
  expect(ids(deep.applications)).toEqual(rows.slice(1_000, 1_010).map(({ id }) => id));
  const approved = rows.filter(({ status }) => status === 'Approved');
  const deepApproved = dataOf(await staff.call('applications', { query: { page: 31, status: 'Approved' } }));
  expect(ids(deepApproved.applications)).toEqual(approved.slice(300, 310).map(({ id }) => id));
  const found = dataOf(await staff.call('applications', { query: { search: '482', limit: 50 } }));
  const expected = rows.filter(({ passportKey }) => passportKey.includes('482'));
  expect(expected.length).toBeGreaterThan(3);
  expect(found.totalApplication).toBe(expected.length);
  expect(ids(found.applications)).toEqual(expected.slice(0, 50).map(({ id }) => id));

  for (const index of [0, many / 2, many - 1]) {
    const one = dataOf(await staff.call('application', { params: { id: rows[index]?.id ?? '' } }));
    await expectPicture(staff, one.image, limits.photoThumbnailWidths[0]);
    expect(one.file1 === null).toBe(index === many / 2);
    for (const slot of slotNames) {
      if (one[slot]) await expectPicture(staff, one[slot], limits.attachmentThumbnailWidths[0]);
    }
  }

  const [gone, decided] = [rows[5], rows.find(({ status }) => status === 'Pending')];
  dataOf(await staff.call('deleteApplication', { params: { id: gone?.id ?? '' } }));
  dataOf(await staff.call('reject', { params: { id: decided?.id ?? '' }, json: {} }));
  await expectTrueTotals(harness, staff);
  const search = dataOf(await staff.call('applications', { query: { search: gone?.passport ?? '' } }));
  expect(search.totalApplication).toBe(0);
}

async function expectPicture(caller: Caller, url: string | null, widthPx: number): Promise<void> {
  const shown: [string, string][] = [
    [url ?? '', 'image/jpeg'],
    [thumbnailUrl(url ?? '', widthPx), 'image/webp'],
  ];
  for (const [path, type] of shown) {
    const response = await caller.request(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  }
}

async function expectTrueTotals(harness: TestHarness, staff: Caller): Promise<void> {
  const rows = await harness.database.db
    .selectFrom('application')
    .select(['status', 'arrivalMonth'])
    .where('deletedAt', 'is', null)
    .execute();
  const summary = dataOf(await staff.call('applicationSummary'));
  expect(summary.total).toBe(rows.length);
  for (const status of statuses) {
    const count = rows.filter((row) => row.status === status).length;
    expect(summary.byStatus[status]).toBe(count);
    expect(dataOf(await staff.call('applications', { query: { status } })).totalApplication).toBe(count);
  }
  for (const { month, count } of summary.arrivals) {
    expect(rows.filter(({ arrivalMonth }) => arrivalMonth === month)).toHaveLength(count);
  }
}

function ids(applications: readonly Application[]): string[] {
  return applications.map((one) => one._id);
}

async function countsOf({ database }: TestHarness): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['account', 'application', 'decision', 'file', 'audit'] as const) {
    counts[table] = (await database.db.selectFrom(table).select(sql<number>`1`.as('one')).execute()).length;
  }
  return counts;
}

/** The tables that triggers maintain. */
async function triggerResultsOf({ database }: TestHarness) {
  const { db } = database;
  return {
    tallies: await db
      .selectFrom('applicationTally')
      .selectAll()
      .orderBy('run')
      .orderBy('size')
      .orderBy('status')
      .execute(),
    grams: await db.selectFrom('applicationGram').selectAll().orderBy('gram').execute(),
    suffixes: await db.selectFrom('applicationSuffix').selectAll().orderBy('suffix').orderBy('sequence').execute(),
    months: await db.selectFrom('applicationMonth').selectAll().orderBy('month').execute(),
    counter: await db.selectFrom('counter').selectAll().where('name', '=', 'application').execute(),
  };
}

async function plainRows({ database }: TestHarness) {
  const rows = await database.db.selectFrom('application').selectAll().orderBy('sequence').execute();
  return rows.map((row) => {
    const { id: _id, photo: _photo, jobLetter: _1, lmia: _2, visa: _3, visaForm: _4, workPermit: _5, ...rest } = row;
    return { ...rest, airTicket: null };
  });
}

async function schemaOf({ database }: TestHarness, engine: 'sqlite' | 'postgres'): Promise<unknown[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql`select type, name, tbl_name, sql from sqlite_schema order by type, name`
    : sql`select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
          union all select tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
          union all select conname, conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
                    where connamespace = 'public'::regnamespace
          order by 1, 2`
  ).execute(database.db);
  return rows;
}
