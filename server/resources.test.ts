import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '../contract/limits.ts';
import { addApplication } from '../test/build.ts';
import { dataOf } from '../test/data-of.ts';
import { onEachEngine, type TestHarness } from '../test/harness.ts';
import { laterMigration, withLaterRelease } from '../test/later-release.ts';
import { openTestS3, s3Key, type TestS3 } from '../test/s3.ts';
import { testSecretKey } from '../test/secret-key.ts';
import { fillUp, mountSmallDisk } from '../test/small-disk.ts';
import { withoutTrace } from '../test/state-snapshot.ts';
import { checkStore } from './commands/check-store.ts';
import { systemContext } from './context.ts';
import { migrationState } from './db/migrate.ts';
import { openSqlite } from './db/sqlite.ts';
import { createLog } from './log.ts';
import { assembleResources, FolderInUse, lockFolder, type OpenOptions, openResources } from './resources.ts';
import { readSettings } from './settings.ts';
import { prepareStorage } from './storage/prepare-storage.ts';
import { reachBucket } from './storage/s3.ts';
import { requirePossibleSetup } from './users/setup.ts';

/** The user id of `nobody`, who owns no file. */
const nobody = 65_534;

let s3: TestS3;
beforeAll(async () => {
  Object.assign(process.env, s3Key);
  s3 = await openTestS3();
});
afterAll(() => s3.close());

/** Starts this release on the database of that harness. */
async function startOn(harness: TestHarness, environment: Record<string, string>, options: OpenOptions): Promise<void> {
  const settings = readSettings({ DATA_DIR: harness.settings.dataDir, ...environment });
  const opened = await assembleResources(
    harness.database,
    settings,
    harness.now,
    await prepareStorage(settings),
    options,
  );
  await opened.storage.close();
}

onEachEngine('a database of an earlier release', (open) => {
  const later = "insert into setting (name, value) values ('later', '1');";

  /** Runs a start that must be refused, and fails if it changes anything. */
  async function refused(
    harness: TestHarness,
    options: OpenOptions,
    sentence: RegExp,
    environment: Record<string, string> = {},
  ): Promise<void> {
    await withoutTrace(harness, () => expect(startOn(harness, environment, options)).rejects.toThrow(sentence));
    expect(await migrationState(harness.database, options.migrations)).toBe('older');
  }

  test('is as it was after a start with another key, without the key, or on the bucket of another database', async () => {
    const harness = await open();
    await withLaterRelease(harness.database, later, async (migrations) => {
      await refused(harness, { migrations }, /^SECRET_KEY is not the key .*Nothing was changed\.$/, {
        SECRET_KEY: testSecretKey,
      });
      const file = join(harness.settings.dataDir, 'secret.key');
      const key = await readFile(file);
      await rm(file);
      await refused(harness, { migrations }, /^The key .* is missing\./);
      await writeFile(file, key);
      const { url, bucket } = await s3.newBucket();
      await (await (await reachBucket(bucket))('another database')).close();
      await refused(harness, { migrations }, /keeps the files of another database/, { STORAGE_URL: url });
      const lines: string[] = [];
      await startOn(harness, {}, { migrations, report: (line) => lines.push(line) });
      expect(await migrationState(harness.database, migrations)).toBe('current');
      expect(lines).toEqual([`Migrating the database: 1 of 1 (${laterMigration})`]);
    });
  });

  test('is as it was after a start with the address of an admin, or with a password that cannot be used', async () => {
    const harness = await open();
    await withLaterRelease(harness.database, later, async (migrations) => {
      const start = { migrations, checkBeforeMigration: requirePossibleSetup };
      await refused(harness, start, /^SUPER_ADMIN_PASSWORD cannot be used/, { SUPER_ADMIN_PASSWORD: 'password123' });
      await harness.signIn('super-admin');
      const admin = await harness.signIn('admin');
      await refused(harness, start, /which an admin already has.*nothing was changed/, {
        SUPER_ADMIN_EMAIL: admin.email,
      });
      await startOn(harness, { SUPER_ADMIN_EMAIL: 'chief@agency.example' }, start);
      expect(await migrationState(harness.database, migrations)).toBe('current');
    });
  });

  test('is not changed by a command of the owner, which says what to do', async () => {
    const harness = await open();
    await withLaterRelease(harness.database, later, (migrations) =>
      refused(harness, { mustExist: true, migrations }, /is of an earlier release\. .*nothing was changed\.$/),
    );
  });
});

onEachEngine('a database whose key is replaced', (open) => {
  /** What `npm run new-key` does on the database of that harness. */
  async function replaceKey(harness: TestHarness, environment: Record<string, string> = {}): Promise<void> {
    const { dataDir, bucket } = harness.settings;
    const settings = { ...readSettings({ DATA_DIR: dataDir, ...environment }), bucket };
    const options = { mustExist: true, takesNewKey: true };
    const storage = await prepareStorage(settings);
    const opened = await assembleResources(harness.database, settings, harness.now, storage, options);
    await opened.storage.close();
  }

  test('refuses that where the key is known: it is not lost, and nothing changes', async () => {
    const harness = await open();
    const file = join(harness.settings.dataDir, 'secret.key');
    const [more, wrong] = [
      { SECRET_KEY: testSecretKey },
      { SECRET_KEY_BEFORE: 'not the key of this database, though long' },
    ];
    const refusals: [Record<string, string>, string][] = [
      [{}, `${file} is the key of this database, so nothing is lost and nothing was changed.`],
      [more, `${file} holds the key of this database, so it is not lost and nothing was changed.`],
      [{ ...more, ...wrong }, `${file} holds the key of this database, so it is not lost and nothing was changed.`],
    ];
    for (const [environment, sentence] of refusals)
      await withoutTrace(harness, () => expect(replaceKey(harness, environment)).rejects.toThrow(sentence));
    await rm(file);
    const sentence = 'SECRET_KEY_BEFORE is not the key of this database. Nothing was changed.';
    await withoutTrace(harness, () => expect(replaceKey(harness, { ...more, ...wrong })).rejects.toThrow(sentence));
  });

  test('refuses a former key of it, which lies on in a file where SECRET_KEY has replaced it', async () => {
    const harness = await open();
    const former = (await readFile(join(harness.settings.dataDir, 'secret.key'), 'utf8')).trim();
    await open({ beside: harness, environment: { SECRET_KEY: testSecretKey, SECRET_KEY_BEFORE: former } });
    await withoutTrace(harness, () =>
      expect(replaceKey(harness)).rejects.toThrow('is a former key of this database, which was replaced.'),
    );
  });

  test('loses its stored files, failed tries and nothing else where the key was lost, and says what brings them back', async () => {
    const harness = await open();
    const person = await harness.signIn('super-admin');
    const { _id: id, passport, currentN } = await addApplication(person);
    const miss = async (at: number, by = harness) => {
      const json = { search: passport, search1: currentN, search2: `1931-01-0${at + 1}` };
      return (await by.visitor(`203.0.113.${at}`).call('enquiry', { json })).status;
    };
    for (let at = 0; at < limits.enquiryMissesPerPassport; at++) expect(await miss(at)).toBe(200);
    expect(await miss(limits.enquiryMissesPerPassport)).toBe(429);
    const file = join(harness.settings.dataDir, 'secret.key');
    const lost = await readFile(file, 'utf8');
    await rm(file);
    await replaceKey(harness);
    expect(await readFile(file, 'utf8')).not.toBe(lost);
    const found =
      'If that key is found, set SECRET_KEY_BEFORE to it and start the product, which then reads them again.';
    await expect(replaceKey(harness)).rejects.toThrow(
      /\d+ files? encrypted with a former key cannot be read with it\. /,
    );
    await expect(replaceKey(harness)).rejects.toThrow(found);
    const before = { SECRET_KEY_BEFORE: lost.trim() };
    await expect(replaceKey(harness, before)).rejects.toThrow('Start the product with these settings:');

    const after = await open({ beside: harness });
    expect(await miss(limits.enquiryMissesPerPassport, after)).toBe(200);
    const same = after.visitor();
    same.cookies.set('session', person.cookies.get('session') ?? '');
    expect(dataOf(await same.call('application', { params: { id } }))).toMatchObject({ passport });
    const { entries } = dataOf(await same.call('audit'));
    expect(entries).toContainEqual(expect.objectContaining({ action: 'key.replaced' }));
    const problems = await checkStore(systemContext(after));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter((line) => !/^\d+ files? encrypted with a former key cannot be read, /.test(line))).toEqual(
      [],
    );
  });
});

test('a key that could not be written completely does not exist, so that the next start makes one', async ({
  skip,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-harness-'));
  const dataDir = join(folder, 'small');
  const unmount = mountSmallDisk(dataDir, '600k');
  if (!unmount) return skip('needs the right to mount');
  const database = openSqlite(join(folder, 'maplegate.db'));
  const settings = readSettings({ DATA_DIR: dataDir });
  const start = async () => assembleResources(database, settings, () => new Date(), await prepareStorage(settings));
  try {
    fillUp(join(dataDir, 'ballast'));
    await expect(start()).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(dataDir)).toEqual(['ballast']);
    await rm(join(dataDir, 'ballast'));
    await start();
    expect((await readdir(dataDir)).sort()).toEqual(['files', 'secret.key']);
  } finally {
    await database.close();
    unmount();
    await rm(folder, { recursive: true });
  }
});

test('a command on a folder that its user cannot read says so, and not that there is no database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-harness-'));
  const settings = readSettings({ DATA_DIR: folder });
  await (await openResources(settings, createLog('silent'))).close();
  await chmod(folder, 0o000);
  const isRoot = process.geteuid?.() === 0;
  // Root may read every folder.
  if (isRoot) process.seteuid?.(nobody);
  try {
    await expect(openResources(settings, createLog('silent'), { mustExist: true })).rejects.toThrow(
      `The data folder ${folder} cannot be read by this user (EACCES).`,
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true });
  }
});

test('a start warns of a bucket that keeps former versions, and passes over a server or a key that does not say', async () => {
  const sentence = 'the bucket keeps former versions of its objects, so the files of erased people stay in it';
  const versioning = (status: string) => `<VersioningConfiguration>${status}</VersioningConfiguration>`;
  const answers: [status: number, body: string, warnings: string[]][] = [
    [200, versioning('<Status>Enabled</Status>'), [sentence]],
    [200, versioning('<Status>Suspended</Status>'), [sentence]],
    [200, versioning(''), []],
    [200, 'OK', []],
    [403, '<Error><Code>AccessDenied</Code></Error>', []],
    [501, '<Error><Code>NotImplemented</Code></Error>', []],
  ];
  for (const [status, body, warnings] of answers) {
    const folder = await mkdtemp(join(tmpdir(), 'maplegate-harness-'));
    const { url } = await s3.newBucket();
    let asked = 0;
    s3.disturb((request, response) => {
      if (!/[?&]versioning/.test(request.url ?? '')) return false;
      asked++;
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
      return true;
    });
    const log = createLog('silent');
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    await (await openResources(readSettings({ DATA_DIR: folder, STORAGE_URL: url }), log)).close();
    s3.disturb(null);
    expect([body, asked, warn.mock.calls.flat()]).toEqual([body, 1, warnings]);
    await rm(folder, { recursive: true });
  }
});

/** A first step of another process that takes the lock: SQLite's shared lock of the file, for a moment. */
const firstStep = `
  const { workerData, parentPort } = require('node:worker_threads');
  const lock = new (require(workerData.sqlite))(workerData.file);
  lock.exec('begin; select * from sqlite_schema');
  parentPort.postMessage('locked');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  lock.close();
`;

test('of two processes that lock a folder at the same moment one gets it, and the other is told that it is in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-harness-'));
  await writeFile(join(folder, 'running.lock'), '');
  const workerData = {
    file: join(folder, 'running.lock'),
    sqlite: createRequire(import.meta.url).resolve('better-sqlite3'),
  };
  const other = new Worker(firstStep, { eval: true, workerData });
  await once(other, 'message');
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  unlock();
  (await lockFolder(folder))();
  await rm(folder, { recursive: true });
});
