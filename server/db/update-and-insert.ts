/**
 * Updates one row and inserts rows that depend on it. Hides that PostgreSQL does this in one statement and one round
 * trip, while SQLite needs a transaction with several statements.
 */
import { ExpressionWrapper, type Insertable, sql, type UpdateQueryBuilder } from 'kysely';
import { type Context, inTransaction, retryConflicts } from '../context.ts';
import { type Db, snakeCase } from './database.ts';
import type { Tables } from './tables.ts';

type TableName = keyof Tables;

/** A row for a table; each of its values is a text or null. */
export type NewRow = { [Name in TableName]: { table: Name; values: Insertable<Tables[Name]> } }[TableName];

/**
 * Outside a transaction. Returns the updated row, which the update must return; undefined when there was none, and then
 * nothing is inserted.
 */
export async function updateAndInsert<Name extends TableName, Row extends object>(
  ctx: Context,
  update: (db: Db) => UpdateQueryBuilder<Tables, Name, Name, Row>,
  inserts: readonly NewRow[],
): Promise<Row | undefined> {
  if (ctx.database.engine === 'sqlite') {
    return inTransaction(ctx, async ({ db }) => {
      const updated = await update(db).executeTakeFirst();
      if (updated) for (const { table, values } of inserts) await db.insertInto(table).values(values).execute();
      return updated as Row | undefined;
    });
  }
  const inserting = inserts.map(({ table, values }, at) => {
    const columns = Object.keys(values).map((name) => sql.ref(name));
    const texts = Object.values(values).map((value) => sql`${value}::text`);
    const name = sql.ref(`inserted_${at}`);
    return sql`, ${name} as (
      insert into ${sql.table(snakeCase(table))} (${sql.join(columns)}) select ${sql.join(texts)} from updated
    )`;
  });
  const updating = new ExpressionWrapper(update(ctx.db).toOperationNode());
  const statement = sql<Row>`with updated as (${updating}) ${sql.join(inserting, sql``)} select * from updated`;
  return (await retryConflicts(ctx, () => statement.execute(ctx.db))).rows[0];
}
