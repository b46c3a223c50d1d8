/**
 * PostgreSQL through a connection pool. Hides connection settings and SQLSTATE codes. The same code serves PGlite, on
 * which the tests run where there is no server.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { countCall, timeCall } from '../call-statistics.ts';
import { isDiskFull } from '../full-disk.ts';
import { OperatorError } from '../operator-error.ts';
import {
  camelCase,
  createDatabaseStatistics,
  type Database,
  type DatabaseFault,
  faultKind,
  plugins,
  type Read,
  type Shape,
  shapeOf,
  statisticsLog,
} from './database.ts';
import { bigintOid, connectionOptions } from './postgres-connection.ts';
import { wrongEncoding } from './postgres-encoding.ts';
import { whyRefused } from './postgres-refused.ts';
import { rewriteTables } from './postgres-rewrite.ts';
import { missingRight } from './postgres-rights.ts';
import { closeSilentConnections } from './silent-server.ts';
import type { Tables } from './tables.ts';

const poolMax = 16;
/** The error of a prepared statement whose columns have changed: a newer node has migrated the table. */
const changedType = '0A000';

export async function openPostgres(url: string, onLostConnection: (error: Error) => void): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolMax,
    ...connectionOptions,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'maplegate',
    types: { getTypeParser: (oid, format) => (oid === bigintOid ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', onLostConnection);
  // The same for a connection that breaks between two statements of a transaction; the next statement fails then.
  pool.on('connect', (client) => client.on('error', () => {}));
  closeSilentConnections(pool, url);
  const statistics = createDatabaseStatistics();
  // Kysely logs statements, but not a connection that cannot be opened.
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      countCall(statistics, 0, kindOf(error));
      throw error;
    });
  const opened = postgresDatabase(
    new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
    statistics,
  );
  const read = preparedRead(pool);
  const database: Database = {
    ...opened,
    read: (text, parameters) => timeCall(statistics, kindOf, () => read(text, parameters)),
  };
  const refusal = await whyUnusable(database.db).catch((error: unknown) => whyRefused(error, url));
  if (refusal === null) return database;
  await database.close();
  throw new OperatorError(`The PostgreSQL server of DATABASE_URL ${refusal}`);
}

async function whyUnusable(db: Kysely<Tables>): Promise<string | null> {
  return (await wrongEncoding(db)) ?? missingRight(db);
}

/** Reads by prepared statements, which each connection parses and plans once. */
function preparedRead(pool: pg.Pool): Read {
  const names = new Map<string, string>();
  const shapes = new Map<string, Shape>();
  let made = 0;
  return async function read(text, parameters) {
    const name = names.get(text) ?? `read_${++made}`;
    names.set(text, name);
    try {
      const { fields, rows } = await pool.query({ name, text, values: [...parameters], rowMode: 'array' });
      const columns = fields.map((field) => camelCase(field.name));
      const known = shapes.get(name);
      // Another connection may have prepared the statement after its table was changed.
      const shape = known && isDeepStrictEqual(known.columns, columns) ? known : shapeOf(columns);
      shapes.set(name, shape);
      return rows.map(shape.rowOf);
    } catch (error) {
      if ((error as { code?: string }).code !== changedType) throw error;
      names.delete(text);
      return read(text, parameters);
    }
  };
}

/** The advisory lock of a key, a text of hexadecimal digits; `enquiry_try` in the migrations computes it too. */
export function lockNumber(key: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${key.slice(0, 16)}`));
}

export function postgresDatabase(dialect: Dialect, statistics = createDatabaseStatistics()): Database {
  const db = new Kysely<Tables>({ dialect, plugins, log: statisticsLog(statistics, faultOf) });
  return {
    engine: 'postgres',
    rowsPerStatementMax: null,
    db,
    statistics,
    faultOf,
    positionOf: (column, text) => sql`strpos(${sql.ref(column)}, ${text})`,
    async lockKeys(db, keys) {
      const numbers = [...new Set(keys)].map(lockNumber);
      // In a fixed order, since two transactions with the same keys could otherwise deadlock.
      await sql`
        select pg_advisory_xact_lock(key)
        from (select unnest(string_to_array(${numbers.join(',')}, ',')::bigint[]) as key order by key) as keys
      `.execute(db);
    },
    syncedOffThread: (run) => run(db),
    withoutTimeout: (run) =>
      db.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        return run(transaction);
      }),
    async transactionHorizon(db) {
      const { rows } = await sql<{ oldest: string; next: string }>`
        select pg_snapshot_xmin(snapshot)::text as oldest, pg_snapshot_xmax(snapshot)::text as next
        from pg_current_snapshot() as snapshot
      `.execute(db);
      return { oldest: Number(rows[0]?.oldest), next: Number(rows[0]?.next) };
    },
    async analyze(table) {
      // The table is skipped while another node analyzes it.
      await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db);
    },
    eraseDeletedBytes: (mayTakeLong) => rewriteTables(db, mayTakeLong),
    async check() {
      await sql`select 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}

const kindOf = (error: unknown) => faultKind(faultOf, error);

const unavailable = /^(08|57P|57014|53300|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/;

function faultOf(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  const { code = '' } = error as Error & { code?: string };
  if (code === '40001' || code === '40P01') return 'conflict';
  if (isDiskFull(error)) return 'full';
  if (
    unavailable.test(code) ||
    /^(Connection terminated|Client .* not queryable|timeout exceeded when trying to connect)/.test(error.message)
  ) {
    return 'unavailable';
  }
  return null;
}
