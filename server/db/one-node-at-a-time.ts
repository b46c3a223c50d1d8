/**
 * Runs work on one node at a time: writing to a file that nodes share. Where the database is embedded there is one
 * node, whose own calls must not overlap; a transaction would keep it from writing meanwhile.
 */
import { type Context, inTransaction } from '../context.ts';

export async function onOneNodeAtATime<T>(ctx: Context, name: string, work: () => Promise<T>): Promise<T> {
  if (ctx.database.engine === 'sqlite') return work();
  return inTransaction(ctx, async ({ database, keys, query }) => {
    await database.lockKeys(query, [keys.hash('lock', name)]);
    return work();
  });
}
