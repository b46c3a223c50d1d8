/**
 * Statements that are compiled once per database, for what runs most often; each call passes only its parameters.
 * Outside of a transaction, a read goes directly to the engine and not through Kysely.
 */
import type { Compilable, CompiledQuery } from 'kysely';
import type { Context } from '../context.ts';
import type { Database, Db } from './database.ts';

export type Statement<Row> = (ctx: Context, parameters: readonly unknown[]) => Promise<Row[]>;

/** The parameters must be in the order of the statement. */
export function compiled<Row>(build: (db: Db) => Compilable<Row>): Statement<Row> {
  const statements = new WeakMap<Database, CompiledQuery<Row>>();
  return async (ctx, parameters) => {
    const { database } = ctx;
    const statement = statements.get(database) ?? build(database.db).compile();
    statements.set(database, statement);
    if (database.read && ctx.db === database.db) return (await database.read(statement.sql, parameters)) as Row[];
    const { rows } = await ctx.db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}
