/** The SQL that empties the tables of a restore's target and fills them with the rows of a backup. */
import { sql } from 'kysely';
import type { Database, Query } from '../db/database.ts';
import { type BackedUpTable, rowsAtOnce, tablesToEmpty } from './tables.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * Gives the connection more memory until it is closed. With the little that SQLite has while the product runs, it reads
 * and writes the same pages of the indexes again for each batch.
 */
export async function prepareForManyRows({ engine, query }: Database): Promise<void> {
  if (engine === 'postgres') return;
  await sql`pragma cache_size = -48000`.execute(query);
  await sql`pragma wal_autocheckpoint = 10000`.execute(query);
}

/** Inserts the rows in one transaction, however long it takes. */
export async function insertInOneTransaction(
  database: Database,
  table: BackedUpTable,
  rows: readonly Row[],
): Promise<void> {
  await database.withoutTimeout((query) =>
    ensureTransaction(query, async (query) => {
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        await insertRows(query, table, rows.slice(from, from + rowsAtOnce), database.engine);
      }
    }),
  );
}

async function ensureTransaction(query: Query, work: (query: Query) => Promise<void>): Promise<void> {
  if (query.isTransaction) await work(query);
  else await query.transaction().execute(work);
}

/** All rows must have the same columns in the same order. */
export async function insertRows(
  query: Query,
  { name }: BackedUpTable,
  rows: readonly Row[],
  engine: Database['engine'],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  // Identity columns get the numbers of the backup, and not new ones from the engine.
  const numbered = engine === 'postgres' ? sql`overriding system value` : sql``;
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${numbered}
    values ${sql.join(values)}
  `.execute(query);
}

/** The names of all tables. A restored database has those of the backup's release until the product migrates it. */
export async function tablesIn({ engine, query }: Database): Promise<Set<string>> {
  const { rows } = await (engine === 'postgres'
    ? sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
  ).execute(query);
  return new Set(rows.map(({ name }) => name));
}

/** Deletes the rows that an unfinished restore has inserted. */
export async function emptyTables(database: Database): Promise<void> {
  const existing = await tablesIn(database);
  for (const table of tablesToEmpty.filter((name) => existing.has(name))) {
    await database.withoutTimeout((query) => sql`delete from ${sql.table(table)}`.execute(query));
  }
}

/** Whether the database has no records; even the first start of the product adds an account and slides. */
export async function hasNoRecords(query: Query): Promise<boolean> {
  for (const table of ['account', 'slide', 'application', 'file', 'audit'] as const) {
    if (await query.selectFrom(table).select(sql`1`.as('found')).limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/** Deletes the rows with which a new database starts. */
export async function removeFirstRows(
  query: Query,
  { name }: BackedUpTable,
  exceptSettings: readonly string[],
): Promise<void> {
  const condition = name === 'setting' ? sql`where name not in (${sql.join(exceptSettings)})` : sql``;
  await sql`delete from ${sql.table(name)} ${condition}`.execute(query);
}

/** Makes PostgreSQL continue after the highest number; SQLite does so by itself. */
export async function continueNumbers(query: Query, { name, identity }: BackedUpTable): Promise<void> {
  if (!identity) return;
  await sql`
    select setval(pg_get_serial_sequence(${name}, ${identity}), (select max(${sql.ref(identity)}) from ${sql.table(name)}))
  `.execute(query);
}
