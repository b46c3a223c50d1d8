/**
 * PostgreSQL for the test files of a process: a database on the server of TEST_DATABASE_URL, or PGlite within the process
 * if no server is given. It is emptied between tests, and a connection of one is used by the next.
 */
import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { access, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { CompiledQuery, PGliteDialect, sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { openPostgres, postgresDatabase } from '../server/db/postgres.ts';
import { createDatabase } from './database.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface TestPostgres {
  /** Another pool on the same database; with PGlite the same connection. */
  open(): Promise<Database>;
  empty(): Promise<void>;
}

export async function openTestPostgres(): Promise<TestPostgres> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return inProcess();
  const opened = onServers.get(server) ?? openOnServer(server);
  onServers.set(server, opened);
  return opened;
}

/**
 * By the URL of the server, one database for all files of the process, one after another; it is dropped when the run
 * ends. One file has a server of its own.
 */
const onServers = new Map<string, Promise<TestPostgres>>();

async function openOnServer(server: string): Promise<TestPostgres> {
  const template = await migratedTemplate(server);
  const { url } = await createDatabase(server, { template, prefix: inject('databasePrefix') });
  // A new connection reads the catalogue and compiles triggers again, which takes longer than most tests.
  const idle: Database[] = [];
  const open = async (): Promise<Database> => {
    const database = idle.pop() ?? (await openPostgres(url, () => {}));
    return { ...database, close: async () => void idle.push(database) };
  };
  return {
    open,
    async empty() {
      const database = await open();
      await emptyTables(database);
      await database.close();
    },
  };
}

/**
 * The name of a migrated database to copy, since migrating takes longer. It stays on the server for later
 * runs; its name has a hash of what it was made from.
 */
async function migratedTemplate(server: string): Promise<string> {
  const template = `maplegate_template_${await hashOfSources()}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // Test files that start together wait for the first.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount) return template;
    const { name, url } = await createDatabase(server);
    const database = await openPostgres(url, () => {});
    await migrate(database);
    await database.close();
    await client.query(`alter database ${name} rename to ${template}`);
    return template;
  } finally {
    await client.end();
  }
}

/** One server for all files of the process, one after another, because starting it takes longer than most of them. */
let cluster: Promise<Database> | undefined;

async function inProcess(): Promise<TestPostgres> {
  cluster ??= startCluster();
  const database = await cluster;
  return {
    open: async () => ({ ...database, close: async () => {} }),
    empty: () => emptyTables(database),
  };
}

async function startCluster(): Promise<Database> {
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(await migratedDump()) });
  const database = postgresDatabase(new PGliteDialect({ pglite }));
  await migrate(database);
  return database;
}

/**
 * The path of a migrated cluster's dump, which is loaded faster than a cluster is made. Its name has a hash of what it
 * was made from.
 */
async function migratedDump(): Promise<string> {
  const dump = join(root, 'node_modules/.cache/maplegate', `pglite-${await hashOfSources()}.tar`);
  const isThere = await access(dump).then(
    () => true,
    () => false,
  );
  if (isThere) return dump;
  const pglite = await PGlite.create();
  const database = postgresDatabase(new PGliteDialect({ pglite }));
  await migrate(database);
  const bytes = await (await pglite.dumpDataDir('none')).bytes();
  await database.close();
  await mkdir(dirname(dump), { recursive: true });
  // Test files that start together each write a dump; the first complete one stays, since others may be reading it.
  const own = `${dump}.${randomBytes(6).toString('hex')}`;
  await writeFile(own, bytes);
  await link(own, dump).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(own);
  return dump;
}

async function hashOfSources(): Promise<string> {
  const migrations = join(root, 'server/db/migrations/postgres');
  const files = [
    join(root, 'node_modules/@electric-sql/pglite/package.json'),
    ...(await readdir(migrations)).sort().map((name) => join(migrations, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/**
 * Empties a migrated database. Truncating makes the files of a table and of its indexes anew, which takes longer than
 * deleting the rows of most tests; deleted rows of a large table would slow the tests that follow.
 */
async function emptyTables({ db }: Database): Promise<void> {
  const { rows: tables } = await sql<{ name: string; isLarge: boolean }>`
    select tablename as name, pg_relation_size(tablename::regclass) > 1000000 as is_large
    from pg_tables where schemaname = 'public' and tablename not in ('migration', 'counter')
  `.execute(db);
  const filled = await db.executeQuery<{ name: string }>(
    CompiledQuery.raw(
      tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
    ),
  );
  const large = tables.filter(({ isLarge }) => isLarge).map(({ name }) => name);
  if (large.length) await db.executeQuery(CompiledQuery.raw(`truncate ${large.join(', ')} cascade`));
  // In one statement, since references are checked at its end.
  const deletes = filled.rows.map(({ name }) => `delete_${name} as (delete from ${name})`);
  if (deletes.length) await db.executeQuery(CompiledQuery.raw(`with ${deletes.join(', ')} select`));
  await sql`select setval(seqrelid::regclass, seqstart, false) from pg_sequence`.execute(db);
  await db.updateTable('counter').set({ value: 0 }).execute();
}

/** How many statements wait for a lock of another transaction; only on a server. */
export async function waitingForLocks({ database }: { database: Database }): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(database.db);
  return Number(rows[0]?.count);
}
