import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEachEngine, type TestHarness } from '../test/harness.ts';
import { laterMigration, withLaterRelease } from '../test/later-release.ts';
import { openTestS3, s3Key, type TestS3 } from '../test/s3.ts';
import { testSecretKey } from '../test/secret-key.ts';
import { fillUp, mountSmallDisk } from '../test/small-disk.ts';
import { withoutTrace } from '../test/state-snapshot.ts';
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
      const start = { migrations, admit: requirePossibleSetup };
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

/** A first step of another process that takes the lock: SQLite's shared lock of the file, for a moment. */
const firstStep = `
  const { workerData, parentPort } = require('node:worker_threads');
  const lock = new (require(workerData.sqlite))(workerData.file);
  lock.exec('begin; select * from sqlite_schema');
  parentPort.postMessage('locked');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
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
