import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../identifiers.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-erase-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('while a backup reads, the database is not repeatedly rewritten into its write-ahead log', async () => {
  const file = join(folder, 'maplegate.db');
  const database = openSqlite(file);
  await migrate(database);
  const write = () =>
    database.query
      .insertInto('setting')
      .values({ name: newId(), value: 'x'.repeat(200_000) })
      .execute();
  await write();
  const backup = new BetterSqlite(file, { readonly: true });
  backup.exec('begin');
  backup.prepare('select count(*) from setting').get();
  await write();
  const before = (await stat(`${file}-wal`)).size;
  for (const _ of [1, 2, 3]) expect(await database.eraseDeletedBytes(true)).toBe(false);
  expect((await stat(`${file}-wal`)).size).toBe(before);
  backup.close();
  expect(await database.eraseDeletedBytes(true)).toBe(true);
  expect((await stat(`${file}-wal`)).size).toBe(0);
  await database.close();
});
