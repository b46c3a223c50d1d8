/**
 * A snapshot: the rows of the database as of one moment, whatever is written meanwhile, in the same form on either
 * engine. It has a connection of its own, so that no request waits for it.
 */
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { bigintOid, connectionOptions } from '../db/postgres-connection.ts';
import { installationSettings } from '../db/settings-table.ts';
import { databaseFile } from '../resources.ts';
import type { Settings } from '../settings.ts';
import type { Row } from './rows.db.ts';
import { type BackedUpTable, rowsAtOnce } from './tables.ts';

export interface Snapshot {
  /** The rows of a table in the order of its key, a hundred at a time. */
  rows(table: BackedUpTable): AsyncIterable<Row[]>;
  close(): Promise<void>;
}

export function openSnapshot(settings: Settings): Promise<Snapshot> {
  return settings.databaseUrl ? openPostgresSnapshot(settings.databaseUrl) : openSqliteSnapshot(databaseFile(settings));
}

/** A row as a line of a backup: the columns are in the order of their names, since engines list them differently. */
export function lineOf(row: Row, columns: readonly string[] = Object.keys(row).sort()): string {
  return `${JSON.stringify(row, columns as string[])}\n`;
}

async function openSqliteSnapshot(file: string): Promise<Snapshot> {
  const connection = new BetterSqlite(file, { readonly: true, timeout: 5_000 });
  connection.exec('begin');
  // The first read fixes the moment of the snapshot.
  connection.prepare('select count(*) from setting').get();
  return {
    async *rows(table) {
      let rows: Row[] = [];
      for (const row of connection.prepare(selectOf(table)).iterate() as Iterable<Row>) {
        rows.push(row);
        if (rows.length < rowsAtOnce) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
    close: async () => void connection.close(),
  };
}

async function openPostgresSnapshot(connectionString: string): Promise<Snapshot> {
  const types = {
    getTypeParser: ((oid: number, format: 'text') =>
      oid === bigintOid ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  const client = new pg.Client({
    connectionString,
    types,
    application_name: 'maplegate backup',
    ...connectionOptions,
  });
  // Without a listener a broken connection would end the process; the next statement fails as well.
  client.on('error', () => {});
  await client.connect();
  await client.query('begin isolation level repeatable read read only');
  await client.query('select count(*) from setting');
  return {
    async *rows(table) {
      await client.query(`declare backup cursor for ${selectOf(table)}`);
      for (;;) {
        const { rows } = await client.query<Row>(`fetch ${rowsAtOnce} from backup`);
        yield rows;
        if (rows.length < rowsAtOnce) break;
      }
      await client.query('close backup');
    },
    close: () => client.end(),
  };
}

/** All names in it come from our own tables of names, so nothing needs escaping. */
function selectOf({ name, orderBy }: BackedUpTable): string {
  const condition =
    name === 'setting'
      ? ` where name not in (${Object.values(installationSettings)
          .map((one) => `'${one}'`)
          .join(', ')})`
      : '';
  return `select * from ${name}${condition} order by ${orderBy.join(', ')}`;
}
