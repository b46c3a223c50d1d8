/** Reads every record and every byte, and reports every inconsistency. Changes nothing. */
import { sql } from 'kysely';
import { checkTallies } from '../applications/check.db.ts';
import type { Context } from '../context.ts';
import { checkFiles, eachFile } from '../files/check.ts';

/** Sentences about problems; empty when everything is consistent. */
export async function checkStore(ctx: Context): Promise<string[]> {
  return [...(await checkPages(ctx)), ...(await checkTallies(ctx)), ...(await checkFiles(ctx))];
}

/** How many applications, deleted ones included, and files with their thumbnails there are, as a backup counts them. */
export async function countStored(ctx: Context): Promise<{ applications: number; files: number }> {
  const { applications } = await ctx.db
    .selectFrom('application')
    .select((builder) => builder.fn.countAll<number>().as('applications'))
    .executeTakeFirstOrThrow();
  let files = 0;
  await eachFile(ctx, '', async ({ stored }) => {
    files += stored.length;
  });
  return { applications: Number(applications), files };
}

/** Checks the pages of the embedded database; a PostgreSQL server checks its own. */
async function checkPages(ctx: Context): Promise<string[]> {
  if (ctx.database.engine !== 'sqlite') return [];
  const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(ctx.db);
  return rows.flatMap((row) =>
    row.integrityCheck === 'ok' ? [] : [`The database is damaged: ${row.integrityCheck}.`],
  );
}
