/** The SQL that compares the tallies and the search index with the table from which they are derived. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';

/** What is derived from the applications. */
export type Derived = 'runTotal' | 'workTally' | 'arrivals' | 'grams' | 'suffixes' | 'keys';

/** An entry that is wrong, missing or left over. */
export interface Difference {
  derived: Derived;
  name: string;
}

export async function differences({ database, db }: Context): Promise<Difference[]> {
  // The entries of many records do not fit into memory while they are sorted.
  if (database.engine === 'sqlite') await sql`pragma temp_store = file`.execute(db);
  const found: Difference[] = [];
  const differs = async (derived: Derived, expected: ReturnType<typeof sql>, stored: ReturnType<typeof sql>) => {
    // A full join on computed names would compare every row with every other on SQLite.
    const { rows } = await sql<{ name: unknown }>`
      select name
      from (
        select name, count from (${expected}) as expected
        union all select name, -count from (${stored}) as stored
      ) as differences
      group by name having sum(count) <> 0
    `.execute(db);
    found.push(...rows.map(({ name }) => ({ derived, name: String(name) })));
  };
  const runName = sql`run || ' of ' || size || ', ' || status`;
  await differs(
    'runTotal',
    sql`select ${runName} as name, count from live_tally`,
    sql`select ${runName} as name, count from application_tally`,
  );
  const workName = sql`status || ', ' || is_missing || ', ' || assigned_to`;
  await differs(
    'workTally',
    sql`select ${workName} as name, count from live_work`,
    sql`select ${workName} as name, count from work_tally`,
  );
  await differs(
    'arrivals',
    sql`select arrival_month as name, count(*) as count from application where deleted_at is null group by arrival_month`,
    sql`select month as name, count from application_month`,
  );
  await differs(
    'grams',
    sql`select gram as name, count(*) as count from live_gram group by gram`,
    sql`select gram as name, count from application_gram`,
  );
  const suffixName = sql`suffix || ' of ' || sequence as name, 1 as count`;
  await differs(
    'suffixes',
    sql`select ${suffixName} from live_suffix`,
    sql`select ${suffixName} from application_suffix`,
  );
  const keyName = sql`key || ' of ' || sequence as name, 1 as count`;
  await differs('keys', sql`select ${keyName} from live_key`, sql`select ${keyName} from application_key`);
  return found;
}

export async function countAll(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('application')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
