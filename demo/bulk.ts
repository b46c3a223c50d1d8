/**
 * Rows by the million, in one transaction: indexes and triggers go, the rows come in
 * statements of many, and indexes, triggers and what the triggers would have kept are
 * made anew at the end. A process that dies in between has changed nothing.
 */
import { CompiledQuery, sql } from 'kysely';
import type { Database, Query } from '../server/db/database.ts';

/** Below the bound of both engines: 32,766 values in SQLite, 65,535 in PostgreSQL. */
const valuesMax = 16_000;
const tables = ['application', 'decision', 'file'];
/** That the triggers keep. */
const tallies = ['application_tally', 'application_month', 'application_gram', 'application_suffix'];

export type Row = Readonly<Record<string, string | number | null>>;
export type Insert = (table: string, rows: readonly object[]) => Promise<void>;

export async function inBulk(database: Database, work: (insert: Insert, query: Query) => Promise<void>): Promise<void> {
  const isSqlite = database.engine === 'sqlite';
  const leave = isSqlite ? await enterSqlite(database.query) : null;
  try {
    await database.query.transaction().execute(async (query) => {
      const restore = isSqlite ? await stripSqlite(query) : await stripPostgres(query);
      await work(inserter(query, isSqlite), query);
      for (const table of tallies) await run(query, `delete from ${table}`);
      await restore();
      await rebuildTallies(query);
    });
  } finally {
    await leave?.();
  }
  if (!isSqlite) await analyze(database.query);
}

function inserter(query: Query, isSqlite: boolean): Insert {
  const texts = new Map<string, string>();
  return async (table, rows) => {
    const names = Object.keys(rows[0] ?? {});
    // Powers of two, so that few texts serve any number of rows: engines keep what they prepared.
    const most = powerUpTo(valuesMax / Math.max(1, names.length));
    for (let start = 0; start < rows.length; ) {
      const part = rows.slice(start, start + Math.min(most, powerUpTo(rows.length - start))) as Row[];
      start += part.length;
      const key = `${table} ${part.length}`;
      const text = texts.get(key) ?? insertText(table, names, part.length, isSqlite);
      texts.set(key, text);
      const values = part.flatMap((row) => names.map((name) => row[name]));
      await query.executeQuery(CompiledQuery.raw(text, values));
    }
  };
}

function powerUpTo(count: number): number {
  return 2 ** Math.floor(Math.log2(count));
}

function insertText(table: string, names: readonly string[], rows: number, isSqlite: boolean): string {
  const columns = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const tuples = Array.from({ length: rows }, (_, row) => {
    const places = names.map((_, column) => (isSqlite ? '?' : `$${row * names.length + column + 1}`));
    return `(${places.join(',')})`;
  });
  return `insert into ${table} (${columns.join(', ')}) values ${tuples.join(',')}`;
}

/** Without a write-ahead log new pages are written once, straight into the file. */
async function enterSqlite(query: Query): Promise<() => Promise<void>> {
  const set = async (pragma: string) => void (await run(query, `pragma ${pragma}`));
  const { rows } = await sql<{ cache_size: number; cacheSize: number }>`pragma cache_size`.execute(query);
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

async function stripSqlite(query: Query): Promise<() => Promise<void>> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_schema
    where type in ('index', 'trigger') and tbl_name in (${sql.join(tables)}) and sql is not null
  `.execute(query);
  for (const { type, name } of rows) await run(query, `drop ${type} ${name}`);
  return async () => {
    for (const row of rows) await run(query, row.sql);
    await run(
      query,
      'insert into application_gram (gram, count) select gram, 1 from live_gram where true on conflict (gram) do update set count = count + 1',
    );
  };
}

async function stripPostgres(query: Query): Promise<() => Promise<void>> {
  await run(query, 'set local statement_timeout = 0');
  await run(query, 'set local idle_in_transaction_session_timeout = 0');
  await run(query, "set local maintenance_work_mem = '256MB'");
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename in (${sql.join(tables)})
      and indexname not in (select conname from pg_constraint)
  `.execute(query);
  for (const { name } of rows) await run(query, `drop index ${name}`);
  await run(query, 'alter table application disable trigger user');
  return async () => {
    for (const { definition } of rows) await run(query, definition);
    await run(query, 'alter table application enable trigger user');
    await run(query, 'insert into application_gram (gram, count) select gram, count(*) from live_gram group by gram');
  };
}

/** What each engine does alike of what the triggers would have kept. */
async function rebuildTallies(query: Query): Promise<void> {
  await run(
    query,
    'insert into application_tally (size, run, status, count) select size, run, status, count from live_tally',
  );
  await run(
    query,
    'insert into application_month (month, count) select arrival_month, count(*) from application where deleted_at is null group by 1',
  );
  await run(
    query,
    'insert into application_suffix (suffix, sequence) select suffix, sequence from live_suffix order by suffix, sequence',
  );
}

/** What the server's own housekeeping would do a minute later. */
async function analyze(query: Query): Promise<void> {
  await query.connection().execute(async (connection) => {
    await run(connection, 'set statement_timeout = 0');
    await run(connection, `vacuum (analyze) ${[...tables, ...tallies].join(', ')}`);
    await run(connection, 'reset statement_timeout');
  });
}

async function run(query: Query, text: string): Promise<void> {
  await query.executeQuery(CompiledQuery.raw(text));
}
