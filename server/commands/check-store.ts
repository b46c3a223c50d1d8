/** Reads every record and every byte and says what does not fit together. Changes nothing. */
import { sql } from 'kysely';
import { checkTallies } from '../applications/check.db.ts';
import type { Context } from '../context.ts';
import { checkFiles } from '../files/check.ts';

/** Sentences about what is wrong; none when all is well. */
export async function checkStore(ctx: Context): Promise<string[]> {
  return [...(await checkPages(ctx)), ...(await checkTallies(ctx)), ...(await checkFiles(ctx))];
}

/** Of the embedded database; a server checks its own pages. */
async function checkPages(ctx: Context): Promise<string[]> {
  if (ctx.database.engine !== 'sqlite') return [];
  const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(ctx.query);
  return rows.flatMap((row) =>
    row.integrityCheck === 'ok' ? [] : [`The database is damaged: ${row.integrityCheck}.`],
  );
}
