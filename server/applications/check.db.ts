/** Checks that the tallies and the search index agree with the table from which they are derived. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Returns a sentence for each difference. */
export function checkTallies(ctx: Context): Promise<string[]> {
  return ctx.database.withoutTimeout((db) => compare({ ...ctx, db }));
}

async function compare({ database, db }: Context): Promise<string[]> {
  // The entries of many records do not fit into memory while they are sorted.
  if (database.engine === 'sqlite') await sql`pragma temp_store = file`.execute(db);
  const problems: string[] = [];
  const differs = async (sentence: string, expected: ReturnType<typeof sql>, stored: ReturnType<typeof sql>) => {
    // A full join on computed names would compare every row with every other on SQLite.
    const { rows } = await sql<{ name: unknown }>`
      select name
      from (
        select name, count from (${expected}) as expected
        union all select name, -count from (${stored}) as stored
      ) as differences
      group by name having sum(count) <> 0
    `.execute(db);
    for (const row of rows) problems.push(`${sentence} ${String(row.name)} is wrong.`);
  };
  const runName = sql`run || ' of ' || size || ', ' || status`;
  await differs(
    'The total of run',
    sql`select ${runName} as name, count from live_tally`,
    sql`select ${runName} as name, count from application_tally`,
  );
  const workName = sql`status || ', ' || is_missing || ', ' || assigned_to`;
  await differs(
    'The tally of work for',
    sql`select ${workName} as name, count from live_work`,
    sql`select ${workName} as name, count from work_tally`,
  );
  await differs(
    'The number of arrivals in',
    sql`select arrival_month as name, count(*) as count from application where deleted_at is null group by arrival_month`,
    sql`select month as name, count from application_month`,
  );
  await differs(
    'The number of passports with',
    sql`select gram as name, count(*) as count from live_gram group by gram`,
    sql`select gram as name, count from application_gram`,
  );
  const suffixName = sql`suffix || ' of ' || sequence as name, 1 as count`;
  await differs(
    'The search entry',
    sql`select ${suffixName} from live_suffix`,
    sql`select ${suffixName} from application_suffix`,
  );
  const keyName = sql`key || ' of ' || sequence as name, 1 as count`;
  await differs('The search key', sql`select ${keyName} from live_key`, sql`select ${keyName} from application_key`);
  return problems;
}
