/**
 * Removes the remains of deleted rows from PostgreSQL's files. A plain vacuum frees the space without overwriting it,
 * so the tables are rewritten, with their indexes and the planner's statistics.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { quickRewriteBytesMax, snakeCase } from './database.ts';
import { personalTables, redactedTables } from './personal-tables.ts';
import type { Tables } from './tables.ts';

/** The names of the tables in the server. */
const tables = [...personalTables, ...redactedTables].map(snakeCase);
/** Longer than one of our statements or idle transactions may last. */
const timeoutMs = 35_000;
const pauseMs = 200;
const lockNotAvailable = '55P03';

export async function rewriteTables(db: Kysely<Tables>, mayTakeLong: boolean): Promise<boolean> {
  if (!mayTakeLong && (await sizeBytes(db)) > quickRewriteBytesMax) return false;
  // Otherwise deleted rows that an older transaction may still read would be copied, too.
  if (!(await waitForOpenTransactions(db))) return false;
  return db.connection().execute(async (connection) => {
    try {
      await sql`set statement_timeout = 0`.execute(connection);
      await sql`set lock_timeout = '2s'`.execute(connection);
      for (const table of tables) await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(connection);
      // The planner's statistics contain values of rows. Only the owner of the database may rewrite them; another role
      // gets a warning.
      await sql`vacuum full pg_statistic`.execute(connection);
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === lockNotAvailable) return false;
      throw error;
    } finally {
      await sql`reset lock_timeout`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function sizeBytes(db: Kysely<Tables>): Promise<number> {
  const sizes = tables.map((table) => sql`pg_total_relation_size(${table})`);
  const { rows } = await sql<{ bytes: number }>`select (${sql.join(sizes, sql` + `)})::bigint as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

/** Waits for the transactions that are open now; false when one of them is still open after a while. */
async function waitForOpenTransactions(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  const began = rows[0]?.now ?? '';
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pauseMs) {
    const open = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_xmin is not null and xact_start < ${began}::timestamptz
      limit 1
    `.execute(db);
    if (!open.rows.length) return true;
    await sleep(pauseMs);
  }
  return false;
}
