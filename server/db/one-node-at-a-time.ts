/**
 * Runs work on one node at a time: writing to a file that nodes share. Where the database is embedded there is one node,
 * and nothing waits: a transaction would keep it from writing meanwhile, so its own calls must not overlap.
 */
import { type Context, inTransaction } from '../context.ts';

export async function onOneNodeAtATime<T>(ctx: Context, name: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.database.engine === 'sqlite') return work(ctx);
  return inTransaction(ctx, async (ctx) => {
    await ctx.database.lockKeys(ctx.query, [ctx.keys.hash('lock', name)]);
    return work(ctx);
  });
}
