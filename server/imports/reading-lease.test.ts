/** A file that is being read is no import yet. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { fileOf, headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { runImportJob } from '../../test/import-runs.ts';
import { eraseLateRows, readingMsMax } from '../applications/late-erasure.ts';
import { type Context, systemContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { addImport } from './imports.ts';

const rows = 1_200;
let folder = '';
let path = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-reading-'));
  path = join(folder, 'march.csv');
  await writeFile(
    path,
    await fileOf('csv', [headingsInEnglish, ...Array.from({ length: rows }, (_, at) => rowOf(at))]),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Calls `interrupt` once, when some of the rows are stored and others are not. */
function halfWay(harness: TestHarness, interrupt: () => Promise<void>): Context {
  let pieces = 0;
  const syncedOffThread = async <T>(run: (db: Db) => Promise<T>): Promise<T> => {
    if (++pieces === 2) await interrupt();
    return harness.database.syncedOffThread(run);
  };
  return systemContext({ ...harness, database: { ...harness.database, syncedOffThread } });
}

const stored = async ({ database }: TestHarness) =>
  (await database.db.selectFrom('importRow').select('number').execute()).length;

onEachEngine('an import', (open) => {
  test('cannot be checked, started, undone or deleted before all rows of its file are read', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const ctx = halfWay(harness, async () => {
      const [run] = dataOf(await staff.call('imports'));
      expect(run).toMatchObject({ state: 'reading', rows: 0 });
      const params = { id: run?._id ?? '' };
      const { columns } = dataOf(await staff.call('importRun', { params }));
      expectRefusal(await staff.call('checkImport', { params, json: { columns } }), 409, 'import_state');
      for (const name of ['startImport', 'undoImport', 'deleteImport'] as const) {
        expectRefusal(await staff.call(name, { params }), 409, 'import_state');
      }
      await runImportJob(harness);
    });
    const { run } = await addImport(ctx, path, 'march.csv', async () => {});
    expect(run).toMatchObject({ state: 'read', rowCount: rows });
    expect(await stored(harness)).toBe(rows);
  });

  test('is forgotten when the process that read its file has ended, and one that was only frozen adds nothing to it', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const ctx = halfWay(harness, async () => {
      expect(await stored(harness)).toBeGreaterThan(0);
      harness.clock.advance(121);
      await runImportJob(harness);
      expect(dataOf(await staff.call('imports'))).toEqual([]);
      expect(await stored(harness)).toBe(0);
    });
    await expect(addImport(ctx, path, 'march.csv', async () => {})).rejects.toMatchObject({
      code: 'overloaded',
      detail: { headers: { 'retry-after': '1' } },
    });
    await runImportJob(harness);
    expect(await stored(harness)).toBe(0);
  });

  test('is refused where its file is read for longer than a sweep for erased people looks back', async () => {
    const harness = await open();
    const ctx = halfWay(harness, async () => {
      expect(await stored(harness)).toBeGreaterThan(0);
      harness.clock.advance(readingMsMax / 1000 + 1);
    });
    await expect(addImport(ctx, path, 'march.csv', async () => {})).rejects.toMatchObject({ code: 'overloaded' });
    await runImportJob(harness);
    expect(await stored(harness)).toBe(0);
  });

  test('loses the row of a person who was erased while its file was read, also where that took long', async () => {
    const harness = await open();
    const passport = 'IM1001199';
    const { _id: id } = await addApplication(await harness.signIn('admin'), { passport });
    const ctx = halfWay(harness, async () => {
      harness.clock.advance(readingMsMax / 1000 - 1);
      const owner = await harness.signIn('super-admin');
      dataOf(await owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } }));
      harness.clock.advance(1);
    });
    await addImport(ctx, path, 'march.csv', async () => {});
    expect(await stored(harness)).toBe(rows);
    harness.clock.advance(3_600);
    await eraseLateRows(systemContext(harness));
    expect(await stored(harness)).toBe(rows - 1);
  });
});
