/** The misses of status checks in the database, as a process other than the product sees them. */
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { DatabasePlace } from './baseline/database.ts';

/** The number of stored misses since then; the hourly sweep may remove older ones meanwhile. */
export async function missesSince(database: DatabasePlace, since: string): Promise<number> {
  const text = 'select count(*) as count from enquiry_miss where at >=';
  if ('url' in database) {
    const { rows } = await onServer(database.url, (client) => client.query(`${text} $1`, [since]));
    return Number(rows[0]?.count);
  }
  const connection = new BetterSqlite(database.file, { readonly: true });
  const { count } = connection.prepare(`${text} ?`).get(since) as { count: number };
  connection.close();
  return count;
}

/**
 * Deletes the misses and finds of earlier runs, of which there may be millions, so that the product does not sweep them during a
 * measurement.
 */
export async function clearStatusChecks(database: DatabasePlace): Promise<void> {
  if ('url' in database) {
    await onServer(database.url, (client) => client.query('truncate enquiry_miss, enquiry_find'));
    return;
  }
  const connection = new BetterSqlite(database.file);
  connection.exec('delete from enquiry_miss; delete from enquiry_find; pragma wal_checkpoint(truncate)');
  connection.close();
}

async function onServer<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
