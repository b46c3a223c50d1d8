/**
 * The database as the rules see it: one Kysely over either engine, and the few
 * questions whose answer differs between them. Everything else about an engine stays
 * in `sqlite.ts` and `postgres.ts`.
 */
import { CamelCasePlugin, type Kysely, type RawBuilder } from 'kysely';
import { memoize } from '../../contract/memoize.ts';
import type { Tables } from './tables.ts';

export type Query = Kysely<Tables>;

export type Read = (text: string, parameters: readonly unknown[]) => Promise<object[]>;

export type DatabaseFault =
  /** Lost against another transaction; the same again may succeed. */
  { kind: 'conflict' } | { kind: 'full' } | { kind: 'unavailable' };

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly query: Query;
  /** A read of one statement, prepared once and outside of any transaction; absent where Kysely is the only way. */
  read?: Read;
  /** What an error thrown by the engine means, or null for a programming error. */
  faultOf(error: unknown): DatabaseFault | null;
  /** True where the passport key contains the text; no index helps. */
  passportContains(text: string): RawBuilder<boolean>;
  /** Makes transactions that share a key wait for each other, each until it ends; keys are hex, 16 digits or more. */
  takeTurns(query: Query, keys: readonly string[]): Promise<void>;
  /**
   * For transactions that come several times a second. Resolves when what `run` wrote is as safe as anything else,
   * but where the engine lives in the process requests do not stand still for the disk meanwhile: they see it a moment before.
   */
  syncedAside<T>(run: (query: Query) => Promise<T>): Promise<T>;
  /** For statements of the owner that go over every record: they may take as long as they need, which no request may. */
  unhurried<T>(run: (query: Query) => Promise<T>): Promise<T>;
  /** Refreshes the statistics of the table by which the engine plans its queries. */
  analyze(table: keyof Tables): Promise<void>;
  /**
   * Takes out of the engine's files what deleted rows left in them. False when somebody is in the way, or when others
   * would have to wait for long and that may not be: then it is to be asked again.
   */
  eraseRemains(mayTakeLong: boolean): Promise<boolean>;
  /** Throws when the engine does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/** What the rows of one statement look like. */
export interface Shape {
  columns: readonly string[];
  rowOf(values: readonly unknown[]): object;
}

/**
 * Rows that come as bare values, under the names that the plugin gives to these columns. The names are written out as
 * code, once a statement, so that a row is made at one go: filling it name by name takes thirty times as long. They are
 * names of our own statements, and quoted.
 */
export function shapeOf(columns: readonly string[]): Shape {
  const fields = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
  return { columns, rowOf: new Function('values', `return { ${fields.join(', ')} };`) as Shape['rowOf'] };
}

export const camelCase = memoize((column) =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
);
