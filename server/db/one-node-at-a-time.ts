/**
 * Runs work on one node at a time, such as writing to a file that nodes share. An embedded database has one node, so
 * nothing is locked there: a transaction would block all other writes. There, calls may overlap, and the caller must
 * prevent it where it matters.
 */
import { type Context, inTransaction } from '../context.ts';

export async function onOneNodeAtATime<T>(ctx: Context, name: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.database.engine === 'sqlite') return work(ctx);
  return inTransaction(ctx, async (ctx) => {
    await ctx.database.lockKeys(ctx.db, [ctx.keys.hash('lock', name)]);
    return work(ctx);
  });
}
