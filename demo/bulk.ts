/**
 * Inserts rows by the million in one transaction: indexes, triggers and references are dropped, the rows inserted, and
 * all of them and the results of the triggers recreated at the end. A process that dies in between has changed nothing.
 */
import { CompiledQuery, sql } from 'kysely';
import type { Context } from '../server/context.ts';
import type { Db } from '../server/db/database.ts';
import { byStatements, type Insert, withCopy } from './loading.ts';

const tables = ['application', 'decision', 'file'];
/** The tables that triggers keep up to date. */
const tallies = [
  'application_tally',
  'application_month',
  'application_gram',
  'application_suffix',
  'application_key',
  'work_tally',
];

type Work = (insert: Insert, db: Db) => Promise<void>;
/** Recreates what was dropped, and calls `tally`, which fills the tallies, when that is cheapest. */
type Restore = (tally: () => Promise<void>) => Promise<void>;

export async function inBulk({ database, settings }: Context, work: Work): Promise<void> {
  if (database.engine === 'sqlite') return inSqlite(database.db, work);
  const load = async (db: Db, insert: (transaction: Db) => Insert) => {
    await inTransaction(db, dropIndexesOfPostgres, (transaction) => work(insert(transaction), transaction));
    await analyze(db);
  };
  // PGlite, on which the tests run, is no server.
  if (!settings.databaseUrl) return load(database.db, (transaction) => byStatements(transaction, false));
  await withCopy(settings.databaseUrl, (db, insert) => load(db, () => insert));
}

async function inSqlite(db: Db, work: Work): Promise<void> {
  const resetPragmas = await setBulkPragmas(db);
  try {
    await inTransaction(db, dropIndexesOfSqlite, (transaction) => work(byStatements(transaction, true), transaction));
  } finally {
    await resetPragmas();
  }
}

async function inTransaction(
  outside: Db,
  dropIndexes: (db: Db) => Promise<Restore>,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  await outside.transaction().execute(async (db) => {
    const restore = await dropIndexes(db);
    await work(db);
    for (const table of tallies) await run(db, `delete from ${table}`);
    await restore(() => rebuildTallies(db));
  });
}

/**
 * Without a write-ahead log, new pages are written once, directly into the file. Returns a function that resets this.
 */
async function setBulkPragmas(db: Db): Promise<() => Promise<void>> {
  const set = async (pragma: string) => void (await run(db, `pragma ${pragma}`));
  const { rows } = await sql<{ cache_size: number; cacheSize: number }>`pragma cache_size`.execute(db);
  const before = rows[0]?.cacheSize ?? rows[0]?.cache_size;
  await set('journal_mode = delete');
  await set('foreign_keys = off');
  await set('cache_size = -250000');
  return async () => {
    await set(`cache_size = ${before}`);
    await set('foreign_keys = on');
    await set('journal_mode = wal');
  };
}

async function dropIndexesOfSqlite(db: Db): Promise<Restore> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_schema
    where type in ('index', 'trigger') and tbl_name in (${sql.join(tables)}) and sql is not null
  `.execute(db);
  for (const { type, name } of rows) await run(db, `drop ${type} ${name}`);
  return async (tally) => {
    for (const row of rows) await run(db, row.sql);
    await run(
      db,
      'insert into application_gram (gram, count) select gram, 1 from live_gram where true on conflict (gram) do update set count = count + 1',
    );
    await tally();
  };
}

async function dropIndexesOfPostgres(db: Db): Promise<Restore> {
  await run(db, 'set local statement_timeout = 0');
  await run(db, 'set local idle_in_transaction_session_timeout = 0');
  await run(db, "set local maintenance_work_mem = '256MB'");
  await run(db, "set local work_mem = '256MB'");
  // Foreign keys would be checked row by row; the two primary keys are those of the tables with the most rows.
  const { rows: constraints } = await sql<{ relation: string; name: string; definition: string }>`
    select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where connamespace = current_schema()::regnamespace and (
      contype = 'f' and conrelid::regclass::text in (${sql.join(tables)})
      or contype = 'p' and conrelid in ('application_suffix'::regclass, 'application_key'::regclass)
    )
  `.execute(db);
  for (const { relation, name } of constraints) await run(db, `alter table ${relation} drop constraint ${name}`);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename in (${sql.join(tables)})
      and indexname not in (select conname from pg_constraint)
  `.execute(db);
  for (const { name } of indexes) await run(db, `drop index ${name}`);
  await run(db, 'alter table application disable trigger user');
  return async (tally) => {
    for (const { definition } of indexes) await run(db, definition);
    await run(db, 'alter table application enable trigger user');
    // The planner expects many different grams, and would sort; there are few.
    await run(db, 'set local enable_sort = off');
    await run(db, 'insert into application_gram (gram, count) select gram, count(*) from live_gram group by gram');
    await run(db, 'set local enable_sort = on');
    await tally();
    for (const { relation, name, definition } of constraints)
      await run(db, `alter table ${relation} add constraint ${name} ${definition}`);
  };
}

/** Recreates the results of the triggers that both engines compute the same way. */
async function rebuildTallies(db: Db): Promise<void> {
  await run(
    db,
    'insert into application_tally (size, run, status, count) select size, run, status, count from live_tally',
  );
  await run(
    db,
    'insert into work_tally (assigned_to, status, is_missing, count) select assigned_to, status, is_missing, count from live_work',
  );
  await run(
    db,
    'insert into application_month (month, count) select arrival_month, count(*) from application where deleted_at is null group by 1',
  );
  await run(
    db,
    'insert into application_suffix (suffix, sequence) select suffix, sequence from live_suffix order by suffix, sequence',
  );
  await run(
    db,
    'insert into application_key (key, sequence) select key, sequence from live_key order by key, sequence',
  );
}

/** Runs the maintenance that the server would run a minute later. */
async function analyze(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await run(connection, 'set statement_timeout = 0');
    await run(connection, `vacuum (analyze) ${[...tables, ...tallies].join(', ')}`);
    await run(connection, 'reset statement_timeout');
  });
}

async function run(db: Db, text: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(text));
}
