/**
 * Applies the SQL files of the engine's folder, each once, all in one transaction, in the order of their names. When
 * several nodes start together, one applies them and the others wait. In a file, an empty line ends a statement, and no
 * statement contains one.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import type { Database } from './database.ts';
import { advisoryLocks } from './postgres-connection.ts';
import type { Tables } from './tables.ts';

const lock = advisoryLocks.migration;

interface Migration {
  name: string;
  text: string;
  hash: string;
}

/** The folder of the SQL files, with a slash at its end. */
export function migrationsOf(engine: Database['engine']): URL {
  return new URL(`./migrations/${engine}/`, import.meta.url);
}

/** Whether none, some or all of the files were applied to this database. Changes nothing. */
export async function migrationState(
  database: Database,
  folder: URL = migrationsOf(database.engine),
): Promise<'new' | 'older' | 'current'> {
  if (!(await hasMigrations(database))) return 'new';
  const migrations = await readMigrations(folder);
  const applied = await appliedTo(database.db);
  refuseUnknown(applied, migrations);
  if (applied.size === 0) return 'new';
  return applied.size < migrations.length ? 'older' : 'current';
}

/** The names of all migrations of this release, in their order. */
export async function knownMigrations(engine: Database['engine']): Promise<string[]> {
  return (await readMigrations(migrationsOf(engine))).map(({ name }) => name);
}

/** The tables that these migrations of this release create. */
export async function tablesCreatedBy(names: readonly string[]): Promise<Set<string>> {
  const migrations = (await readMigrations(migrationsOf('sqlite'))).filter(({ name }) => names.includes(name));
  const created = migrations.flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)]);
  return new Set(created.map(([, table = '']) => table));
}

/** The names of the migrations that were applied to the database. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  return [...(await appliedTo(db)).keys()].sort();
}

export interface MigrateOptions {
  /** Called with a line for each migration, because one can take minutes on many records. */
  report?: ((line: string) => void) | undefined;
  folder?: URL | undefined;
  /** Applies only the migrations with these names, which makes a database of an earlier release. */
  upTo?: readonly string[];
}

export async function migrate(
  database: Database,
  { report = () => {}, folder = migrationsOf(database.engine), upTo }: MigrateOptions = {},
): Promise<void> {
  const all = await readMigrations(folder);
  const migrations = upTo ? all.filter(({ name }) => upTo.includes(name)) : all;
  await database.db.transaction().execute(async (transaction) => {
    if (database.engine === 'postgres') {
      // Filling a new table from many records can take longer than any request may.
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(transaction);
    }
    await sql`create table if not exists migration (name text primary key, hash text not null)`.execute(transaction);
    const applied = await appliedTo(transaction);
    refuseUnknown(applied, migrations);
    const due = migrations.filter(({ name }) => !applied.has(name));
    for (const [done, migration] of due.entries()) {
      report(`Migrating the database: ${done + 1} of ${due.length} (${migration.name})`);
      await apply(transaction, migration);
    }
  });
}

async function hasMigrations({ engine, db }: Database): Promise<boolean> {
  const table =
    engine === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table' and name = 'migration'`
      : sql`select oid from pg_class where oid = to_regclass('migration')`;
  return (await table.execute(db)).rows.length > 0;
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function appliedTo(db: Kysely<Tables>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from migration`.execute(db);
  return new Map(rows.map((row) => [row.name, row.hash]));
}

function refuseUnknown(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.hash]));
  for (const [name, hash] of applied) {
    if (known.get(name) !== hash) {
      throw new OperatorError(
        `The database was changed by another release (${name}). Start the release that last ran on it, or a newer one.`,
      );
    }
  }
}

async function apply(db: Kysely<Tables>, migration: Migration): Promise<void> {
  for (const statement of migration.text.split(/\n\s*\n/)) {
    if (/^(?!--)\S/m.test(statement)) await db.executeQuery(CompiledQuery.raw(statement));
  }
  await sql`insert into migration (name, hash) values (${migration.name}, ${migration.hash})`.execute(db);
}
