/** The tables of the target of a restore: emptied, and filled with the rows of a backup. */
import { sql } from 'kysely';
import type { Database, Query } from '../db/database.ts';
import { type BackedUpTable, tablesWithRows } from './tables.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** All of one table have the same columns, in one order. */
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
  // The numbers are those of the backup, also where the engine gives them out by itself.
  const numbered = engine === 'postgres' ? sql`overriding system value` : sql``;
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${numbered}
    values ${sql.join(values)}
  `.execute(query);
}

/** Until the product starts on it, a restored database has the tables of the release that made the backup. */
export async function tablesIn({ engine, query }: Database): Promise<Set<string>> {
  const { rows } = await (engine === 'postgres'
    ? sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
  ).execute(query);
  return new Set(rows.map(({ name }) => name));
}

/** What an earlier restore inserted before it was cut off. */
export async function emptyTables(database: Database): Promise<void> {
  const there = await tablesIn(database);
  for (const table of tablesWithRows.filter((name) => there.has(name))) {
    await database.withoutTimeout((query) => sql`delete from ${sql.table(table)}`.execute(query));
  }
}

/** Whether nothing would be lost with the database: a start of the product alone adds accounts and slides. */
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
  keptSettings: readonly string[],
): Promise<void> {
  const kept = name === 'setting' ? sql`where name not in (${sql.join(keptSettings)})` : sql``;
  await sql`delete from ${sql.table(name)} ${kept}`.execute(query);
}

/** Lets the engine go on behind the highest number; SQLite does so by itself. */
export async function continueNumbers(query: Query, { name, identity }: BackedUpTable): Promise<void> {
  if (!identity) return;
  await sql`
    select setval(pg_get_serial_sequence(${name}, ${identity}), (select max(${sql.ref(identity)}) from ${sql.table(name)}))
  `.execute(query);
}
