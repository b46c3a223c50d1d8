/** Inserts rows into a database: by statements with many rows, or by COPY on a PostgreSQL server. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CompiledQuery, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import type { Db } from '../server/db/database.ts';
import { postgresDatabase } from '../server/db/postgres.ts';

/** Below the bound of both engines: 32,766 values in SQLite, 65,535 in PostgreSQL. */
const valuesMax = 16_000;

export type Row = Readonly<Record<string, string | number | null>>;
/** Rows of one table, all with the names of the first. */
export type Insert = (table: string, rows: readonly object[]) => Promise<void>;

export function byStatements(db: Db, isSqlite: boolean): Insert {
  const texts = new Map<string, string>();
  return async (table, rows) => {
    const names = Object.keys(rows[0] ?? {});
    // Powers of two, so that few texts serve any number of rows: engines cache prepared statements.
    const most = powerUpTo(valuesMax / Math.max(1, names.length));
    for (let start = 0; start < rows.length; ) {
      const part = rows.slice(start, start + Math.min(most, powerUpTo(rows.length - start))) as Row[];
      start += part.length;
      const key = `${table} ${part.length}`;
      const text = texts.get(key) ?? insertText(table, names, part.length, isSqlite);
      texts.set(key, text);
      const values = part.flatMap((row) => names.map((name) => row[name]));
      await db.executeQuery(CompiledQuery.raw(text, values));
    }
  };
}

/**
 * Opens a connection of its own, since Kysely does not give access to the connection that COPY needs. Statements and
 * COPY use the same session.
 */
export async function withCopy<T>(url: string, work: (db: Db, insert: Insert) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'maplegate demo' });
  let client: pg.PoolClient | undefined;
  pool.on('connect', (connected) => {
    client = connected;
    // The running statement reports connection errors.
    connected.on('error', () => {});
  });
  const { db, close } = postgresDatabase(new PostgresDialect({ pool }));
  try {
    return await work(db, async (table, rows) => {
      if (!client) throw new Error('Rows are copied once a statement has made the connection.');
      if (rows.length > 0) await copy(client, table, rows as readonly Row[]);
    });
  } finally {
    await close();
  }
}

async function copy(client: pg.PoolClient, table: string, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => `${names.map((name) => field(row[name] ?? null)).join('\t')}\n`);
  const target = client.query(from(`copy ${table} (${columnsOf(names)}) from stdin`));
  await pipeline(Readable.from([lines.join('')]), target);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** As COPY's text format writes it. */
function field(value: string | number | null): string {
  return value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? letter);
}

function insertText(table: string, names: readonly string[], rows: number, isSqlite: boolean): string {
  const tuples = Array.from({ length: rows }, (_, row) => {
    const placeholders = names.map((_, column) => (isSqlite ? '?' : `$${row * names.length + column + 1}`));
    return `(${placeholders.join(',')})`;
  });
  return `insert into ${table} (${columnsOf(names)}) values ${tuples.join(',')}`;
}

function columnsOf(names: readonly string[]): string {
  return names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join(', ');
}

function powerUpTo(count: number): number {
  return 2 ** Math.floor(Math.log2(count));
}
