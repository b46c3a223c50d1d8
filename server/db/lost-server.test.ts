import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { onEachEngine } from '../../test/harness.ts';

onEachEngine('a database', (open, engine) => {
  // PGlite and SQLite have no connection to lose.
  const isServer = engine === 'postgres' && process.env.TEST_DATABASE_URL !== undefined;

  test.runIf(isServer)(
    'whose connections are cut answers 503 for a moment, never 500, and then as before',
    async () => {
      const harness = await open();
      const staff = await harness.signIn('admin');
      const { _id: id } = await addApplication(staff);
      const statuses = new Set<number>();
      const until = Date.now() + 1_500;
      // A busy machine may take longer to meet both.
      const isGoingOn = () => Date.now() < until || (statuses.size < 2 && Date.now() < until + 20_000);
      const ask = async () => {
        while (isGoingOn()) statuses.add((await staff.call('approve', { params: { id } })).status);
      };
      const cut = async () => {
        for (let round = 0; isGoingOn(); round++) {
          const others = sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
        `;
          await others.execute(harness.database.db).catch(() => null);
          await new Promise((resolve) => setTimeout(resolve, 20 + round));
        }
      };
      await Promise.all([ask(), ask(), ask(), cut()]);
      expect([...statuses].sort()).toEqual([200, 503]);
      expect(harness.lines.join('')).not.toContain('unexpected error');
      // The server ends a connection a moment after it was asked to, so that the next request may still meet one.
      const decisions = async () => {
        const answer = await staff.call('application', { params: { id } });
        return answer.ok ? answer.data.history.length : 0;
      };
      await expect.poll(decisions).toBeGreaterThan(0);
    },
  );

  test.runIf(isServer)(
    'that cancels a statement at its time limit is unavailable, which is not an internal error',
    async () => {
      const { database } = await open();
      const counted = () => database.statistics.errors.get('unavailable') ?? 0;
      const before = counted();
      const error: unknown = await database.db
        .transaction()
        .execute(async (transaction) => {
          await sql`set local statement_timeout = 20`.execute(transaction);
          await sql`select pg_sleep(5)`.execute(transaction);
        })
        .catch((error: unknown) => error);
      expect(database.faultOf(error)).toBe('unavailable');
      expect(counted()).toBe(before + 1);
    },
  );
});
