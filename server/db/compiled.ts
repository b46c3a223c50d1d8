/**
 * Statements that are compiled once per database and size; each use brings only its values. Outside of a transaction, a
 * read goes straight to the engine, because Kysely's own path costs as much as looking up a row.
 */
import type { Compilable, CompiledQuery } from 'kysely';
import type { Context } from '../context.ts';
import type { Database, Query } from './database.ts';

export type Statement<Row> = (ctx: Context, parameters: readonly unknown[], size?: number) => Promise<Row[]>;

const isRead = /^\s*select\b/i;

/**
 * The values come in their order in the text. `isOnWriter` runs a read on the connection that writes, for statements
 * that a bulk load uses too: it has locked the file.
 */
export function compiled<Row>(
  build: (query: Query, size: number) => Compilable<Row>,
  { isOnWriter = false } = {},
): Statement<Row> {
  const known = new WeakMap<Database, Map<number, CompiledQuery<Row>>>();
  return async (ctx, parameters, size = 1) => {
    const bySize = known.get(ctx.database) ?? new Map<number, CompiledQuery<Row>>();
    known.set(ctx.database, bySize);
    const statement = bySize.get(size) ?? build(ctx.database.query, size).compile();
    bySize.set(size, statement);
    if (!isOnWriter && ctx.database.read && ctx.query === ctx.database.query && isRead.test(statement.sql)) {
      return (await ctx.database.read(statement.sql, parameters)) as Row[];
    }
    const { rows } = await ctx.query.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}

/** The most rows of one statement. */
export const rowsAtOnce = 64;

/** Lists are cut to these lengths, because a prepared statement for every length would fill the memory. */
const sizes = [rowsAtOnce, 8, 1] as const;

/** Cuts the values into lists of those lengths; a short list is filled up with its last value. */
export function padded(values: readonly string[]): string[][] {
  const lists: string[][] = [];
  for (let at = 0; at < values.length; at += sizes[0]) {
    const list = values.slice(at, at + sizes[0]);
    const size = sizes.findLast((size) => size >= list.length) ?? sizes[0];
    lists.push([...list, ...Array<string>(size - list.length).fill(list.at(-1) ?? '')]);
  }
  return lists;
}

/** Cuts the values into lists of those lengths without filling any up. */
export function parts<T>(values: readonly T[]): T[][] {
  const lists: T[][] = [];
  for (let at = 0; at < values.length; ) {
    const size = sizes.find((size) => size <= values.length - at) ?? 1;
    lists.push(values.slice(at, at + size));
    at += size;
  }
  return lists;
}
