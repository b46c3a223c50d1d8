import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEachEngine } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { recordsOfGrant } from './enquiry.db.ts';
import { flushEnquiries } from './recorder.ts';

onEachEngine('the planner of PostgreSQL', (open, engine) => {
  it.runIf(engine === 'postgres')('has new statistics as soon as there are many new tries', async () => {
    const harness = await open();
    const { db } = harness.database;
    const known = async () => {
      const { rows } = await sql<{ reltuples: number }>`
        select reltuples from pg_class where relname = 'enquiry_miss'
      `.execute(db);
      return rows[0]?.reltuples;
    };
    // As autovacuum leaves an empty table; it must not come back during the test.
    await sql`alter table enquiry_miss set (autovacuum_enabled = false)`.execute(db);
    await sql`vacuum (analyze) enquiry_miss`.execute(db);
    expect(await known()).toBe(0);
    const miss = (index: number) =>
      harness
        .visitor(`198.51.${100 + (index >> 8)}.${index & 255}`)
        .call('enquiry', { json: { search: `ZZ${index}`, search1: 'Bangladesh', search2: '1990-01-05' } });
    // All at once would wait for a connection for longer than a request may.
    const atOnce = 50;
    for (let from = 0; from < 499; from += atOnce) {
      await Promise.all(Array.from({ length: Math.min(atOnce, 499 - from) }, (_, nth) => miss(from + nth)));
    }
    await flushEnquiries(harness);
    expect(await known()).toBe(0);
    await miss(499);
    await flushEnquiries(harness);
    expect(await known()).toBe(500);
    await sql`alter table enquiry_miss reset (autovacuum_enabled)`.execute(db);
  });

  it.runIf(engine === 'postgres')(
    'plans the records of concurrent readers once and not for every batch',
    async ({ skip }) => {
      const ctx = systemContext(await open());
      const { read } = ctx.database;
      if (!read) return skip('PGlite has no prepared statements.');
      // Each of up to sixteen connections has plans of its own.
      for (let batch = 0; batch < 320; batch++) await recordsOfGrant(ctx, 'grant', ['one', 'two', 'three']);
      const [plans] = await read(
        `select generic_plans > custom_plans as are_kept from pg_prepared_statements
       where statement like '%cross join lateral%from application%'`,
        [],
      );
      expect(plans).toEqual({ areKept: true });
    },
  );
});
