/**
 * The database as the rules see it: one Kysely over either engine, and the few functions that differ between the
 * engines. How an engine is opened stays in `sqlite.ts` and `postgres.ts`; where SQL or concurrency differ, `engine` is
 * asked, so search for it when an engine is added.
 */
import { CamelCasePlugin, type Kysely, type Logger, type RawBuilder } from 'kysely';
import { memoize } from '../../contract/memoize.ts';
import { type CallStatistics, countCall, createCallStatistics } from '../call-statistics.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export type Read = (text: string, parameters: readonly unknown[]) => Promise<object[]>;

/** After a conflict with another transaction, the same statements may succeed when they are run again. */
const faults = ['conflict', 'full', 'unavailable'] as const;
export type DatabaseFault = (typeof faults)[number];

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Db;
  /** Counts every statement of `db` and `read`. */
  readonly statistics: CallStatistics;
  /** Runs one prepared statement outside of any transaction; absent where everything goes through Kysely. */
  read?: Read;
  /**
   * How many rows a statement may read before others notice that they wait for it; null where statements run beside
   * each other.
   */
  readonly rowsPerStatementMax: number | null;
  /** The meaning of an error of the engine; null for a programming error. */
  faultOf(error: unknown): DatabaseFault | null;
  /** The position of the text in the column, from 1; 0 if the column does not contain it. It uses no index. */
  positionOf(column: string, text: string): RawBuilder<number>;
  /** Makes transactions that share a key wait for each other, each until it ends; keys are hex, 16 digits or more. */
  lockKeys(db: Db, keys: readonly string[]): Promise<void>;
  /**
   * For transactions that come several times a second. Resolves when what `run` wrote is as durable as any other write.
   * Where the engine lives in the process, the log is synced on another thread: requests go on meanwhile, and they see
   * the rows shortly before these are durable.
   */
  syncedOffThread<T>(run: (db: Db) => Promise<T>): Promise<T>;
  /** Runs without the time limit of a request, for commands of the owner that read every record. */
  withoutTimeout<T>(run: (db: Db) => Promise<T>): Promise<T>;
  /**
   * The numbers of the oldest transaction that may still write and of the next one that will begin; null where writing
   * transactions run one after another.
   */
  transactionHorizon(db: Db): Promise<{ oldest: number; next: number } | null>;
  /** Refreshes the planner's statistics of the table. */
  analyze(table: keyof Tables): Promise<void>;
  /**
   * Removes the remains of deleted rows from the engine's files. False if another transaction holds a lock, or if
   * requests would have to wait for long and `mayTakeLong` is false; the caller then tries again later.
   */
  eraseDeletedBytes(mayTakeLong: boolean): Promise<boolean>;
  /** Throws when the engine does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

type FaultOf = Database['faultOf'];

export function createDatabaseStatistics(): CallStatistics {
  return createCallStatistics([...faults, 'other']);
}

/** The kind under which an error is counted. A statement that the engine refuses is counted as `other`. */
export function faultKind(faultOf: FaultOf, error: unknown): string {
  return faultOf(error) ?? 'other';
}

export function statisticsLog(statistics: CallStatistics, faultOf: FaultOf): Logger {
  return (event) => {
    countCall(statistics, event.queryDurationMillis, event.level === 'error' ? faultKind(faultOf, event.error) : null);
  };
}

/** Requests wait while files are rewritten, so during the day only those of a database up to this size are. */
export const quickRewriteBytesMax = 64 * 1024 * 1024;

export const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/** The columns of one statement, and how its rows are built. */
export interface Shape {
  columns: readonly string[];
  rowOf(values: readonly unknown[]): object;
}

/** Builds rows from arrays of values, under the names that the plugin gives to these columns. */
export function shapeOf(columns: readonly string[]): Shape {
  const empty = Object.fromEntries(columns.map((name) => [name, null]));
  return {
    columns,
    rowOf(values) {
      // A copy that has every column is much faster to fill than an object without any.
      const row: Record<string, unknown> = { ...empty };
      for (let at = 0; at < columns.length; at++) row[columns[at] as string] = values[at];
      return row;
    },
  };
}

/** The name of a table or a column in the database. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const camelCase = memoize((column) =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
);
