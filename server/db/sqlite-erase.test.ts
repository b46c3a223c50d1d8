import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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

test.runIf(process.platform === 'linux')(
  'erasing the remains of rows takes no memory for the size of the database, and leaves no temporary file',
  async () => {
    const file = join(folder, 'large.db');
    const database = openSqlite(file);
    await migrate(database);
    const value = 'x'.repeat(1024 * 1024);
    for (let row = 0; row < 96; row++) {
      await database.db.insertInto('setting').values({ name: newId(), value }).execute();
    }
    const before = await memory('VmRSS');
    await writeFile('/proc/self/clear_refs', '5');
    expect(await database.eraseDeletedBytes(true)).toBe(true);
    expect((await memory('VmHWM')) - before).toBeLessThan(32 * 1024);
    expect((await readdir(folder)).filter((name) => !name.startsWith('large.db'))).toEqual([]);
    await database.close();
  },
);

/** In kilobytes. */
async function memory(name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const [, kilobytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(await readFile('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes);
}

test('while a backup reads, the database is not repeatedly rewritten into its write-ahead log', async () => {
  const file = join(folder, 'maplegate.db');
  const database = openSqlite(file);
  await migrate(database);
  const write = () =>
    database.db
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
