/** A backup that has a person who was erased later under no record yet: in a file that waits to be imported. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApplication, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, isOnBucket, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { uploadRows } from '../../test/import-runs.ts';
import { systemContext } from '../context.ts';
import { type ErasedRecord, readErasures } from '../erasures/erasures.ts';
import { createLog } from '../log.ts';
import { openResources } from '../resources.ts';
import { newSecret } from '../secret.ts';
import { readSettings } from '../settings.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const [passport, former] = ['QZX907777', 'QZX908888'];
const json = { reason: 'Asked for by letter' };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-erased-passports-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settingsOf = (name: string, environment: Record<string, string> = {}) =>
  readSettings({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent', ...environment });

/** The numbers of the rows that wait to be imported, and how many tries failed. */
async function tracesAfter(settings: ReturnType<typeof settingsOf>) {
  const restored = await openResources(settings, createLog('silent'), { mustExist: true });
  try {
    const { db } = restored.database;
    const rows = await db.selectFrom('importRow').select('number').orderBy('number').execute();
    const misses = await db.selectFrom('enquiryMiss').select('passport').execute();
    return { rows: rows.map(({ number }) => number), misses: misses.length };
  } finally {
    await restored.close();
  }
}

async function upload(staff: Caller): Promise<void> {
  const rows = [rowOf(1, { passport }), rowOf(2, { nationalId: former }), rowOf(3)];
  await uploadRows(staff, 'csv', [headingsInEnglish, ...rows]);
}

/** A backup of a file with the person, who is no record, and of a failed try. */
async function backUpUnimported(harness: TestHarness): Promise<string> {
  await upload(await harness.signIn('super-admin'));
  const miss = { search: passport, search1: 'Bangladeshi', search2: '1931-01-01' };
  dataOf(await harness.visitor().call('enquiry', { json: miss }));
  const file = join(folder, 'before.tar');
  await backUp(systemContext(harness), file, null);
  return file;
}

/** The person becomes a record, whose passport is corrected, and is erased; returns the list of erased records. */
async function addAndErase(harness: TestHarness): Promise<ErasedRecord[]> {
  const staff = await harness.signIn('super-admin');
  const { _id: id } = await addApplication(staff, { passport: former });
  dataOf(await staff.call('updateApplication', { params: { id }, form: formOf({ passport }) }));
  dataOf(await staff.call('eraseApplication', { params: { id }, json }));
  return readErasures(join(harness.settings.dataDir, 'erasures.ndjson'));
}

describe.skipIf(isOnBucket || process.env.TEST_ENGINE === 'postgres')('a backup of an unimported row', () => {
  onEachEngine(
    'on the embedded database',
    (open) => {
      test('is restored without it and without its failed tries once its person, then a record, was erased', async () => {
        const harness = await open();
        const file = await backUpUnimported(harness);
        const erased = await addAndErase(harness);
        await restore(settingsOf('without'), file, [], []);
        expect(await tracesAfter(settingsOf('without'))).toEqual({ rows: [2, 3, 4], misses: 1 });
        await restore(settingsOf('new'), file, [], erased);
        expect(await tracesAfter(settingsOf('new'))).toEqual({ rows: [4], misses: 0 });
        // The list of the restored place leaves them out once more.
        const list = join(folder, 'new', 'erasures.ndjson');
        expect(await readErasures(list)).toEqual(erased);
        for (const one of [passport, former]) expect(await readFile(list, 'utf8')).not.toContain(one);
      });

      test('is restored without the names of files that are named after an erased person', async () => {
        const harness = await open();
        const staff = await harness.signIn('super-admin');
        const { _id: id } = await addApplication(staff, { passport, surname: 'Khandoker', givenN: 'Ruksana' });
        dataOf(await staff.call('updateApplication', { params: { id }, form: formOf({ surname: 'Siddiqua' }) }));
        for (const name of ['march', 'Khandoker', 'Siddiqua', passport])
          await uploadRows(staff, 'csv', [headingsInEnglish, rowOf(3)], name);
        const file = join(folder, 'before.tar');
        await backUp(systemContext(harness), file, null);
        dataOf(await staff.call('eraseApplication', { params: { id }, json }));
        const erased = await readErasures(join(harness.settings.dataDir, 'erasures.ndjson'));
        await restore(settingsOf('new'), file, [], erased);
        const restored = await openResources(settingsOf('new'), createLog('silent'), { mustExist: true });
        const runs = await restored.database.db.selectFrom('importRun').select('fileName').execute();
        await restored.close();
        expect(runs.map(({ fileName }) => fileName).toSorted()).toEqual(['', '', '', 'march.csv']);
      });

      test.each(['that knows of the erasing', 'of a place that was restored without the person'])(
        '%s keeps what was entered under the passport after the erasing',
        async (which) => {
          const environment = { SECRET_KEY: newSecret() };
          const harness = await open({ environment });
          await upload(await harness.signIn('super-admin'));
          const erased = await addAndErase(harness);
          const later = which.startsWith('that knows') ? harness : await open({ environment });
          later.clock.advance(60);
          await upload(await later.signIn('super-admin'));
          const after = join(folder, 'after.tar');
          await backUp(systemContext(later), after, null);
          await restore(settingsOf('new', environment), after, [], erased);
          const { rows } = await tracesAfter(settingsOf('new', environment));
          expect(rows).toEqual(later === harness ? [2, 3, 4, 4] : [2, 3, 4]);
        },
      );

      test('keeps what another live record with the passport needs', async () => {
        const harness = await open();
        const staff = await harness.signIn('super-admin');
        const { _id: id } = await addApplication(staff, { passport });
        dataOf(await staff.call('deleteApplication', { params: { id } }));
        await addApplication(staff, { passport });
        const file = await backUpUnimported(harness);
        dataOf(await staff.call('eraseApplication', { params: { id }, json }));
        const erased = await readErasures(join(harness.settings.dataDir, 'erasures.ndjson'));
        expect((await restore(settingsOf('new'), file, [], erased)).leftOut).toBe(1);
        expect(await tracesAfter(settingsOf('new'))).toEqual({ rows: [2, 3, 4], misses: 1 });
      });

      test('is restored without it when the key was replaced before the erasing, by either key that the list knows', async () => {
        const [one, other] = [newSecret(), newSecret()];
        const before = await open({ environment: { SECRET_KEY: one } });
        const file = await backUpUnimported(before);
        const both = { SECRET_KEY: other, SECRET_KEY_BEFORE: one };
        const between = await addAndErase(await open({ beside: before, environment: both }));
        await restore(settingsOf('between'), file, [], between);
        expect(await tracesAfter(settingsOf('between'))).toEqual({ rows: [4], misses: 0 });

        const later = await addAndErase(await open({ beside: before, environment: { SECRET_KEY: other } }));
        const last = later.slice(between.length);
        expect(last).toHaveLength(1);
        await restore(settingsOf('later', { SECRET_KEY: other }), file, [], last);
        expect((await tracesAfter(settingsOf('later', { SECRET_KEY: other }))).rows).toEqual([4]);
      });

      test('and a list of an earlier release, without passports, are read as before', async () => {
        const harness = await open();
        const file = await backUpUnimported(harness);
        const erased = await addAndErase(harness);
        const list = join(folder, 'erasures.ndjson');
        await writeFile(list, erased.map(({ id, at }) => `${JSON.stringify({ id, at })}\n`).join(''));
        const read = await readErasures(list);
        expect(read).toEqual(erased.map((line) => ({ ...line, passports: [] })));
        expect((await restore(settingsOf('new'), file, [], read)).leftOut).toBe(0);
        expect((await tracesAfter(settingsOf('new'))).rows).toEqual([2, 3, 4]);
      });
    },
    ['sqlite'],
  );
});
