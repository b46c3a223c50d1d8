import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onEachEngine } from '../../test/harness.ts';
import { textsOf } from '../../test/round-trips.ts';
import { insertApplications } from '../../test/rows.ts';
import { systemContext } from '../context.ts';
import { checkTallies } from './check.ts';

onEachEngine('the check of the tallies', (open, engine) => {
  test('names each total and entry that is wrong, missing or left over, and nothing else', async () => {
    const harness = await open();
    const { db } = harness.database;
    await insertApplications(harness, 3);
    expect(await checkTallies(systemContext(harness))).toEqual([]);
    await sql`update application_month set count = count + 1`.execute(db);
    await sql`insert into application_suffix (suffix, sequence) values ('LEFT OVER', 1)`.execute(db);
    await sql`delete from application_key where sequence = 2`.execute(db);
    const problems = await checkTallies(systemContext(harness));
    const kinds = ['The number of arrivals in', 'The search entry LEFT OVER of 1', 'The search key'];
    expect(problems.filter((problem) => !kinds.some((kind) => problem.startsWith(kind)))).toEqual([]);
    for (const kind of kinds) expect(problems.some((problem) => problem.startsWith(kind))).toBe(true);
    expect(problems.filter((problem) => / of [13] is wrong/.test(problem))).toHaveLength(1);
  });

  test.runIf(engine === 'sqlite')(
    'compares no entry with every other one, which would never end on many records',
    async () => {
      const harness = await open();
      const texts = await textsOf(harness, () => checkTallies(systemContext(harness)));
      const selects = texts.filter((text) => text.trimStart().startsWith('select'));
      expect(selects.length).toBeGreaterThan(0);
      for (const text of selects) {
        const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(
          harness.database.db,
        );
        expect(rows.filter(({ detail }) => /^SCAN .*JOIN/.test(detail))).toEqual([]);
      }
    },
  );
});
