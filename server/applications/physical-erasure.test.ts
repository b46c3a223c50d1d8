/**
 * Searches the database's files and the stored files for data of purged or erased records. Starts a PostgreSQL server
 * of its own where its programs are installed.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { runImportJob, uploadRows } from '../../test/import-runs.ts';
import { type Cluster, openCluster, serverPrograms } from '../../test/postgres-cluster.ts';
import { insertApplications } from '../../test/rows.ts';
import { storedFiles } from '../../test/state-snapshot.ts';
import { systemContext } from '../context.ts';
import { sweeps } from '../sweeps.ts';
import { erasePhysically, pollUrgentErasure, sweepQueuedFiles } from './physical-erasure.ts';
import { reversed } from './search-keys.ts';
import { phoneKey } from './search-terms.ts';

const day = 86_400;
const originalUrl = process.env.TEST_DATABASE_URL;
let cluster: Cluster | null = null;

beforeAll(async () => {
  if (!serverPrograms) return;
  cluster = await openCluster();
  process.env.TEST_DATABASE_URL = cluster.url;
}, 60_000);
afterAll(async () => {
  if (originalUrl === undefined) delete process.env.TEST_DATABASE_URL;
  else process.env.TEST_DATABASE_URL = originalUrl;
  await cluster?.close();
});

async function sweep(harness: TestHarness): Promise<void> {
  for (const work of sweeps) await work(systemContext(harness));
}

/** The contents of every file of the database; none where it is in the memory of this process. */
async function bytesOf({ database, settings }: TestHarness): Promise<Buffer[]> {
  if (database.engine === 'sqlite') {
    const names = (await readdir(settings.dataDir)).filter((name) => name.startsWith('maplegate.db'));
    expect(names).toContain('maplegate.db');
    return Promise.all(names.map((name) => readFile(join(settings.dataDir, name))));
  }
  if (!cluster) return [];
  await sql`checkpoint`.execute(database.db);
  const { rows } = await sql<{ dataDirectory: string; oid: number }>`
    select current_setting('data_directory') as data_directory, oid from pg_database where datname = current_database()
  `.execute(database.db);
  const folder = join(rows[0]?.dataDirectory ?? '', 'base', String(rows[0]?.oid));
  // The server may remove one of its files meanwhile.
  return Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0))));
}

/** The texts that the files still contain, in their own case, in lower or in upper case. */
async function foundIn(harness: TestHarness, texts: readonly string[]): Promise<string[]> {
  const files = await bytesOf(harness);
  const forms = (text: string) => [text, text.toLowerCase(), text.toUpperCase()];
  return texts.filter((text) => files.some((file) => forms(text).some((form) => file.includes(form))));
}

/** The form that the search index stores. */
const reversedPhone = (at: number) => reversed(phoneKey(canaries(at).phone));

const canaries = (at: number) => ({
  surname: `Vanisher${at}`,
  givenN: `Ghostgiven${at}`,
  passport: `QZX90${at}77`,
  email: `canary${at}@vanished.example`,
  phone: `0199900${at}42`,
  nationalId: `88776655${at}0`,
  birthCity: `অদৃশ্যপুর ${at} শহর`,
});

async function addCanary(staff: Caller, at: number): Promise<Application> {
  const one = await addApplication(staff, canaries(at));
  const params = { id: one._id };
  await staff.call('updateAttachments', {
    params,
    form: formOf({}, { file1: await buildPhoto(at), file6: await buildPhoto(at + 1) }),
  });
  await staff.call('updateApplication', { params, json: { company: `Formerly${at} Inc`, salary: 'x'.repeat(400) } });
  await staff.call('updateApplication', { params, json: { company: 'y'.repeat(300) } });
  await staff.call('reject', {
    params,
    json: { note: `Note${at} of the vanished`, reason: `Reason${at} of the vanished` },
  });
  return one;
}

onEachEngine('a purge', (open, engine) => {
  test('leaves no byte of passport, address, phone or name in any file, and keeps the data of others', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await insertApplications(harness, 200);
    const kept = await addApplication(staff, { passport: 'KEEPER0001' });
    const files = await storedFiles(harness);
    const gone: Application[] = [];
    for (let at = 10; at < 15; at++) gone.push(await addCanary(staff, at));
    for (const { _id } of gone) await staff.call('deleteApplication', { params: { id: _id } });
    const texts = gone.flatMap((_, at) => [
      ...Object.values(canaries(at + 10)),
      reversedPhone(at + 10),
      ...[`Note${at + 10} of`, `Reason${at + 10} of`, `Formerly${at + 10}`],
    ]);
    if (engine === 'sqlite' || cluster) expect(await foundIn(harness, texts)).toContain(texts[2]);

    harness.clock.advance(31 * day);
    await sweep(harness);
    expect(await foundIn(harness, texts)).toEqual([]);
    expect(await storedFiles(harness)).toEqual(files);
    const again = await harness.signIn('admin');
    const { passport } = dataOf(await again.call('application', { params: { id: kept._id } }));
    expect(passport).toBe('KEEPER0001');
    const list = dataOf(await again.call('applications', { query: { search: 'KEEPER0001' } }));
    expect(list.totalApplication).toBe(1);
  }, 120_000);

  test('or an erasure by the super admin does so at once, in a large database too', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await insertApplications(harness, 800);
    const { _id: id } = await addCanary(owner, 40);
    const texts = [...Object.values(canaries(40)), reversedPhone(40), 'Note40 of', 'Reason40 of', 'Formerly40'];
    dataOf(await owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } }));
    const { database } = harness;
    const large: boolean[] = [];
    const eraseDeletedBytes = async (mayTakeLong: boolean) => {
      large.push(mayTakeLong);
      return database.eraseDeletedBytes(mayTakeLong);
    };
    await erasePhysically(systemContext({ ...harness, database: { ...database, eraseDeletedBytes } }));
    expect(large).toEqual([true]);
    expect(await foundIn(harness, texts)).toEqual([]);
  }, 120_000);

  test('that is urgent is left to the poll, since at a sweep another node may still have a find to write', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addCanary(owner, 50);
    dataOf(await owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } }));
    const ctx = systemContext(harness);
    const found = await pollUrgentErasure(ctx, null);
    expect(found).not.toBeNull();
    await sweep(harness);
    const { db } = harness.database;
    const passport = 'late-find-of-the-vanished';
    const at = harness.clock.now.toISOString();
    await db.insertInto('enquiryFind').values({ at, address: 'x', passport, applicationId: id, times: 1 }).execute();
    expect(await pollUrgentErasure(ctx, found)).toBeNull();
    expect(await db.selectFrom('enquiryFind').select('sequence').execute()).toEqual([]);
    expect(await foundIn(harness, [passport])).toEqual([]);
  }, 60_000);

  test.runIf(engine === 'sqlite' || serverPrograms)(
    'that was blocked by a transaction is finished by the next sweep',
    async () => {
      const harness = await open();
      const staff = await harness.signIn('admin');
      const { _id } = await addCanary(staff, 30);
      await staff.call('deleteApplication', { params: { id: _id } });
      harness.clock.advance(31 * day);
      const texts = Object.values(canaries(30));
      const inTheWay = { ...harness, database: { ...harness.database, eraseDeletedBytes: async () => false } };
      for (const work of sweeps) await work(systemContext(inTheWay));
      expect(await foundIn(harness, texts)).not.toEqual([]);
      await sweep(harness);
      expect(await foundIn(harness, texts)).toEqual([]);
    },
    60_000,
  );

  test('or the end of an import, by a person or by its age, leaves no byte of its rows', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await insertApplications(harness, 800);
    const rows = Array.from({ length: 300 }, (_, at) => rowOf(at, { company: `Vanishing Import ${at} Ltd` }));
    const texts = ['Vanishing Import 0 Ltd', 'Vanishing Import 150 Ltd', 'Vanishing Import 299 Ltd'];
    const removed = await uploadRows(staff, 'csv', [headingsInEnglish, ...rows]);
    if (engine === 'sqlite' || cluster) expect(await foundIn(harness, texts)).toEqual(texts);
    expect((await staff.call('deleteImport', { params: { id: removed._id } })).status).toBe(204);
    await runImportJob(harness);
    await erasePhysically(systemContext(harness));
    expect(await foundIn(harness, texts)).toEqual([]);
    await uploadRows(staff, 'csv', [headingsInEnglish, ...rows]);
    harness.clock.advance(day + 1);
    await sweep(harness);
    await runImportJob(harness);
    await sweep(harness);
    expect(await foundIn(harness, texts)).toEqual([]);
  }, 120_000);

  test('or an erasing leaves no byte of the name of a file that was named after the person', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner, { surname: 'Vanishedfilename' });
    const { _id: run } = await uploadRows(owner, 'csv', [headingsInEnglish, rowOf(1)], 'Vanishedfilename');
    dataOf(await owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } }));
    await erasePhysically(systemContext(harness));
    expect(await foundIn(harness, ['Vanishedfilename'])).toEqual([]);
    expect(dataOf(await owner.call('importRun', { params: { id: run } })).fileName).toBe('');
  }, 60_000);

  test('or an erasing whose files the storage does not remove is reported by each sweep until it does', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner);
    const remove = harness.storage.remove.bind(harness.storage);
    harness.storage.remove = () => Promise.reject(new Error('not allowed'));
    dataOf(await owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } }));
    await expect(sweepQueuedFiles(systemContext(harness))).rejects.toThrow('not removed the files');
    expect(await storedFiles(harness)).not.toEqual([]);
    harness.storage.remove = remove;
    await sweepQueuedFiles(systemContext(harness));
    expect(await storedFiles(harness)).toEqual([]);
  });
});
