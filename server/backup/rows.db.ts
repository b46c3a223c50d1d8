/** The SQL that empties the tables of a restore's target and fills them with the rows of a backup. */
import { sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { type BackedUpTable, rowsAtOnce, tablesToEmpty } from './tables.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * Gives the connection more memory until it is closed. With the little that SQLite has while the product runs, it reads
 * and writes the same pages of the indexes again for each batch.
 */
export async function prepareForManyRows({ engine, db }: Database): Promise<void> {
  if (engine === 'postgres') return;
  await sql`pragma cache_size = -48000`.execute(db);
  await sql`pragma wal_autocheckpoint = 10000`.execute(db);
}

/** Inserts the rows in one transaction, however long it takes. */
export async function insertInOneTransaction(
  database: Database,
  table: BackedUpTable,
  rows: readonly Row[],
): Promise<void> {
  await database.withoutTimeout((db) =>
    ensureTransaction(db, async (db) => {
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        await insertRows(db, table, rows.slice(from, from + rowsAtOnce), database.engine);
      }
    }),
  );
}

async function ensureTransaction(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  if (db.isTransaction) await work(db);
  else await db.transaction().execute(work);
}

/** All rows must have the same columns in the same order. */
export async function insertRows(
  db: Db,
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
  `.execute(db);
}

/** The names of all tables. A restored database has those of the backup's release until the product migrates it. */
export async function tablesIn({ engine, db }: Database): Promise<Set<string>> {
  const { rows } = await (engine === 'postgres'
    ? sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
  ).execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Deletes the rows that an unfinished restore has inserted. */
export async function emptyTables(database: Database): Promise<void> {
  const existing = await tablesIn(database);
  for (const table of tablesToEmpty.filter((name) => existing.has(name))) {
    await database.withoutTimeout((db) => sql`delete from ${sql.table(table)}`.execute(db));
  }
}

/** Whether the database has no records; even the first start of the product adds an account and slides. */
export async function hasNoRecords(db: Db): Promise<boolean> {
  for (const table of ['account', 'slide', 'application', 'file', 'audit'] as const) {
    if (await db.selectFrom(table).select(sql`1`.as('found')).limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/** Deletes the rows with which a new database starts. */
export async function removeFirstRows(
  db: Db,
  { name }: BackedUpTable,
  exceptSettings: readonly string[],
): Promise<void> {
  const condition = name === 'setting' ? sql`where name not in (${sql.join(exceptSettings)})` : sql``;
  await sql`delete from ${sql.table(name)} ${condition}`.execute(db);
}

/** Makes PostgreSQL continue after the highest number; SQLite does so by itself. */
export async function continueNumbers(db: Db, { name, identity }: BackedUpTable): Promise<void> {
  if (!identity) return;
  await sql`
    select setval(pg_get_serial_sequence(${name}, ${identity}), (select max(${sql.ref(identity)}) from ${sql.table(name)}))
  `.execute(db);
}
