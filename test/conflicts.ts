/** Observes transactions of PostgreSQL that wait for another one, or are ended because of it. */
import { sql } from 'kysely';
import type { Query } from '../server/db/database.ts';
import type { TestHarness } from './harness.ts';

/** The errors of all that end from now on, deadlocks included. Rules retry these transactions, so callers see none. */
export function conflictsOf({ database }: TestHarness): unknown[] {
  const conflicts: unknown[] = [];
  const { faultOf } = database;
  Object.assign(database, {
    faultOf(error: unknown) {
      const fault = faultOf(error);
      if (fault === 'conflict') conflicts.push(error);
      return fault;
    },
  });
  return conflicts;
}

/** How many connections of this database wait for a lock. */
export async function waitingCount(query: Query): Promise<number> {
  const waiting = sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `;
  return (await waiting.execute(query)).rows[0]?.count ?? 0;
}
