/** Whether the tallies and the search index say the same as the table they are kept from. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Sentences about what is wrong. */
export async function checkTallies(ctx: Context): Promise<string[]> {
  const problems: string[] = [];
  const differs = async (sentence: string, counted: ReturnType<typeof sql>, kept: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ name: unknown }>`
      select coalesce(counted.name, kept.name) as name
      from (${counted}) as counted full outer join (${kept}) as kept on counted.name = kept.name
      where coalesce(counted.count, 0) <> coalesce(kept.count, 0)
    `.execute(ctx.query);
    for (const row of rows) problems.push(`${sentence} ${String(row.name)} is wrong.`);
  };
  await differs(
    'The total of',
    sql`select status as name, count(*) as count from application where deleted_at is null group by status`,
    sql`select status as name, count from application_tally where bucket = -1`,
  );
  await differs(
    'The tally of bucket',
    sql`select (sequence / 1024) || ' ' || status as name, count(*) as count from application where deleted_at is null group by sequence / 1024, status`,
    sql`select bucket || ' ' || status as name, count from application_tally where bucket >= 0`,
  );
  await differs(
    'The number of arrivals in',
    sql`select arrival_month as name, count(*) as count from application where deleted_at is null group by arrival_month`,
    sql`select month as name, count from application_month`,
  );
  if (ctx.database.engine === 'sqlite') {
    await differs(
      'The search entry of',
      sql`select sequence as name, 1 as count from application where deleted_at is null`,
      sql`select rowid as name, 1 as count from application_search`,
    );
  }
  return problems;
}
