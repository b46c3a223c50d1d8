import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { laterMigration, withLaterRelease } from '../test/later-release.ts';
import { openTestS3, s3Key, type TestS3 } from '../test/s3.ts';
import { fillUp, mountSmallDisk } from '../test/small-disk.ts';
import { withoutTrace } from '../test/state-snapshot.ts';
import { onEachEngine, type TestWorld } from '../test/world.ts';
import { ageOf } from './db/migrate.ts';
import { openSqlite } from './db/sqlite.ts';
import { assembleResources, type Opening } from './resources.ts';
import { readSettings } from './settings.ts';
import { reachStorage } from './storage/reach.ts';
import { reachBucket } from './storage/s3.ts';
import { requirePossibleSetup } from './users/setup.ts';

let s3: TestS3;
beforeAll(async () => {
  Object.assign(process.env, s3Key);
  s3 = await openTestS3();
});
afterAll(() => s3.close());

/** A start of this release on the database of that world. */
async function startOn(world: TestWorld, environment: Record<string, string>, opening: Opening): Promise<void> {
  const settings = readSettings({ DATA_DIR: world.settings.dataDir, ...environment });
  const opened = await assembleResources(world.database, settings, world.now, await reachStorage(settings), opening);
  await opened.storage.close();
}

onEachEngine('a database of an earlier release', (open) => {
  const later = "insert into setting (name, value) values ('later', '1');";

  /** Runs a start that must be refused, and fails if anything is different then. */
  async function refused(
    world: TestWorld,
    opening: Opening,
    sentence: RegExp,
    environment: Record<string, string> = {},
  ): Promise<void> {
    await withoutTrace(world, () => expect(startOn(world, environment, opening)).rejects.toThrow(sentence));
    expect(await ageOf(world.database, opening.migrations)).toBe('older');
  }

  test('is as it was after a start with another key, without the key, or on the bucket of another database', async () => {
    const world = await open();
    await withLaterRelease(world.database, later, async (migrations) => {
      await refused(world, { migrations }, /^SECRET_KEY is not the key .*nothing was changed\.$/, {
        SECRET_KEY: 'a key for tests that is no secret',
      });
      const file = join(world.settings.dataDir, 'secret.key');
      const key = await readFile(file);
      await rm(file);
      await refused(world, { migrations }, /^The key .* is missing\./);
      await writeFile(file, key);
      const { url, bucket } = await s3.newBucket();
      await (await (await reachBucket(bucket))('another database')).close();
      await refused(world, { migrations }, /keeps the files of another database/, { STORAGE_URL: url });
      const said: string[] = [];
      await startOn(world, {}, { migrations, say: (line) => said.push(line) });
      expect(await ageOf(world.database, migrations)).toBe('current');
      expect(said).toEqual([`Bringing the database up to date: 1 of 1 (${laterMigration})`]);
    });
  });

  test('is as it was after a start with the address of an admin, or with a password that cannot be used', async () => {
    const world = await open();
    await withLaterRelease(world.database, later, async (migrations) => {
      const start = { migrations, admit: requirePossibleSetup };
      await refused(world, start, /^SUPER_ADMIN_PASSWORD cannot be used/, { SUPER_ADMIN_PASSWORD: 'short' });
      await world.signIn('super-admin');
      const admin = await world.signIn('admin');
      await refused(world, start, /which an admin already has.*nothing was changed/, {
        SUPER_ADMIN_EMAIL: admin.email,
      });
      await startOn(world, { SUPER_ADMIN_EMAIL: 'chief@agency.example' }, start);
      expect(await ageOf(world.database, migrations)).toBe('current');
    });
  });

  test('is not changed by a command of the owner, which says what to do', async () => {
    const world = await open();
    await withLaterRelease(world.database, later, (migrations) =>
      refused(world, { mustExist: true, migrations }, /is of an earlier release\. .*nothing was changed\.$/),
    );
  });
});

test('a key that finds no room is not there at all, so that the next start makes it', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-world-'));
  const dataDir = join(folder, 'small');
  const unmount = mountSmallDisk(dataDir, '600k');
  if (!unmount) return skip('needs the right to mount');
  const database = openSqlite(join(folder, 'maplegate.db'));
  const settings = readSettings({ DATA_DIR: dataDir });
  const start = async () => assembleResources(database, settings, () => new Date(), await reachStorage(settings));
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
