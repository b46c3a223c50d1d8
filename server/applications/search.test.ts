import { expect, test } from 'vitest';
import { passportKey } from '../../contract/text.ts';
import { type Random, randomFor } from '../../demo/random.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { insertApplications } from '../../test/rows.ts';
import { systemContext } from '../context.ts';
import { checkTallies } from './check.ts';

const seen = 50;

onEachEngine('searches and totals', (open, engine) => {
  test('stay correct under concurrent additions, edits, decisions, deletions and restores, by two nodes where possible', async () => {
    const harness = await open();
    const beside = engine === 'postgres' ? await open({ beside: harness }) : harness;
    const nodes = [await harness.signIn('admin'), await beside.signIn('admin')];
    await insertApplications(harness, 300, { deletedEvery: 5, apart: 500 });
    const random = randomFor(0, 1);
    for (let round = 0; round < 4; round++) {
      const { live, gone } = await recordsOf(harness);
      const one = (ids: string[]) => ({ params: { id: ids[random.between(0, ids.length - 1)] ?? '' } });
      const writes = Array.from({ length: 24 }, (_, at) => {
        const node = nodes[at % 2] as Caller;
        const write = [
          () => addApplication(node, { passport: passportOf(random) }),
          () => node.call('updateApplication', { ...one(live), form: formWith(passportOf(random)) }),
          () => node.call('deleteApplication', one(live)),
          () => node.call('restoreApplication', one(gone)),
          () => node.call('approve', one(live)),
          () => node.call('reject', one(live)),
        ][at % 6];
        return write?.();
      });
      await Promise.all(writes);
      for (const staff of nodes) await expectTruth(harness, staff, random);
    }
    expect(await checkTallies(systemContext(harness))).toEqual([]);
  }, 120_000);

  test('find each part of a passport, the longest too, once for each record', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const passports = ['111111111', 'AAB-AAB-AAB-AAB-AAB-AAB', '\u{1F6C2}Ж'.repeat(5), 'Q', '\u{10ffff}\u{10ffff}7'];
    for (const passport of passports) await addApplication(staff, { passport });
    for (const passport of passports) {
      const characters = [...passportKey(passport)];
      for (let length = 1; length <= characters.length; length++) {
        const search = characters.slice(-length).join('');
        expect([search, await total(staff, { search })]).toEqual([search, 1]);
        expect(await total(staff, { search: `${search}X` })).toBe(0);
      }
    }
    const deleted = dataOf(await staff.call('applications', { query: { search: 'Q' } })).applications[0];
    await staff.call('deleteApplication', { params: { id: deleted?._id ?? '' } });
    expect(await total(staff, { search: 'Q' })).toBe(0);
    expect(await total(staff, { search: 'Q', deleted: 1 })).toBe(1);
    expect(await checkTallies(systemContext(harness))).toEqual([]);
  }, 60_000);

  test('with another filter and order, give the same records whether few or most match, and whether they are counted at once or in runs', async () => {
    const harness = await open();
    const { database } = harness;
    const staff = await harness.signIn('admin');
    await insertApplications(harness, 300, { deletedEvery: 7, apart: 5 });
    const sorted = await database.db
      .selectFrom('application')
      .select(['id', 'status', 'passportKey as key'])
      .where('deletedAt', 'is', null)
      .orderBy('passportKey')
      .execute();
    const common = { sort: 'passport', from: '2000-01-01', missing: '1', status: 'Pending' };
    for (const rowsPerStatementMax of [database.rowsPerStatementMax, engine === 'sqlite' ? 50 : null]) {
      Object.assign(database, { rowsPerStatementMax });
      for (const search of ['A', sorted[40]?.key.slice(0, 4) ?? '', sorted[80]?.key ?? '', 'NOBODY']) {
        const found = sorted.filter((row) => row.key.includes(search) && row.status === 'Pending');
        await expectPages(staff, { ...common, search }, found);
        await expectPages(staff, { ...common, search, order: 'desc' }, found.toReversed());
      }
    }
    if (engine === 'postgres') return;
    const { calls } = database.statistics;
    expect(await total(staff, { ...common, search: 'A' })).toBeGreaterThan(50);
    expect(database.statistics.calls - calls).toBeGreaterThan((300 * 5) / 50);
  }, 60_000);

  test('a tally, a gram or a search entry that contradicts the records is found by the check', async () => {
    const harness = await open();
    await insertApplications(harness, 20);
    const { db } = harness.database;
    await db.updateTable('applicationTally').set({ count: 7 }).where('size', '=', 32_768).execute();
    await db.deleteFrom('applicationGram').where('gram', '=', '1').execute();
    await db.insertInto('applicationSuffix').values({ suffix: 'NEVER', sequence: 3 }).execute();
    const problems = await checkTallies(systemContext(harness));
    expect(problems).toContainEqual(expect.stringMatching(/^The number of passports with 1 is wrong\./));
    expect(problems).toContainEqual(expect.stringMatching(/^The search entry NEVER of 3 is wrong\./));
    expect(problems.filter((problem) => /^The total of run 0 of 32768, \w+ is wrong\./.test(problem)).length).toBe(
      problems.length - 2,
    );
  });
});

async function total(staff: Caller, query: Record<string, string | number>): Promise<number> {
  return dataOf(await staff.call('applications', { query })).totalApplication;
}

interface Found {
  id: string;
  status: string;
  key: string;
}

async function expectTruth(harness: TestHarness, staff: Caller, random: Random): Promise<void> {
  const rows = await rowsOf(harness);
  for (let length = 1; length <= 7; length++) {
    const from = rows[random.between(0, rows.length - 1)]?.key ?? '';
    const search = from.slice(random.between(0, 2)).slice(0, length);
    for (const [status, order] of [
      [undefined, 'desc'],
      [undefined, 'asc'],
      ['Pending', 'desc'],
    ] as const) {
      const found = rows.filter((row) => row.key.includes(search) && (!status || row.status === status));
      await expectPages(staff, { search, order, ...(status && { status }) }, order === 'asc' ? found.reverse() : found);
    }
  }
  await expectPages(staff, {}, rows);
}

async function expectPages(staff: Caller, query: Record<string, string>, expected: Found[]): Promise<void> {
  const last = Math.max(1, Math.ceil(expected.length / seen));
  for (const page of new Set([1, Math.ceil(last / 2), last, last + 1])) {
    const answer = dataOf(await staff.call('applications', { query: { ...query, limit: seen, page } }));
    expect([query, answer.totalApplication]).toEqual([query, expected.length]);
    const ids = answer.applications.map(({ _id }) => _id);
    expect(ids).toEqual(expected.slice((page - 1) * seen, page * seen).map(({ id }) => id));
  }
}

/** The live records, newest first. */
async function rowsOf({ database }: TestHarness): Promise<Found[]> {
  return database.db
    .selectFrom('application')
    .select(['id', 'status', 'passportKey as key'])
    .where('deletedAt', 'is', null)
    .orderBy('sequence', 'desc')
    .execute();
}

async function recordsOf(harness: TestHarness): Promise<{ live: string[]; gone: string[] }> {
  const gone = await harness.database.db
    .selectFrom('application')
    .select('id')
    .where('deletedAt', 'is not', null)
    .execute();
  return { live: (await rowsOf(harness)).map(({ id }) => id), gone: gone.map(({ id }) => id) };
}

/** Consists of few different characters, so that its parts repeat within it and in other passports. */
function passportOf(random: Random): string {
  return Array.from({ length: 9 }, () => random.pick(['0', '0', '1', '2', 'A'])).join('');
}

function formWith(passport: string): FormData {
  const form = new FormData();
  form.set('passport', passport);
  return form;
}
