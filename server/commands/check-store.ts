/** Reads every record and every byte, and reports every inconsistency. Changes nothing. */
import { sql } from 'kysely';
import { checkTallies } from '../applications/check.db.ts';
import type { Context } from '../context.ts';
import { checkFiles } from '../files/check.ts';

/** Sentences about problems; empty when everything is consistent. */
export async function checkStore(ctx: Context): Promise<string[]> {
  return [...(await checkPages(ctx)), ...(await checkTallies(ctx)), ...(await checkFiles(ctx))];
}

/** Checks the pages of the embedded database; a PostgreSQL server checks its own. */
async function checkPages(ctx: Context): Promise<string[]> {
  if (ctx.database.engine !== 'sqlite') return [];
  const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(ctx.query);
  return rows.flatMap((row) =>
    row.integrityCheck === 'ok' ? [] : [`The database is damaged: ${row.integrityCheck}.`],
  );
}
