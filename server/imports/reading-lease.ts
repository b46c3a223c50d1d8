/**
 * A run whose file is being read. Nothing may be asked of it before all rows are there, and when the process that reads
 * it ends before, it is forgotten: half a list must never be taken for the whole.
 */
import { type Context, inTransaction } from '../context.ts';
import * as db from './imports.db.ts';

/** Longer than a reader may be silent and the rows that it sends take to be stored. */
const leaseMs = 120_000;

export function readingUntil(ctx: Context): string {
  return new Date(ctx.now().getTime() + leaseMs).toISOString();
}

export async function forgetHalfRead(ctx: Context): Promise<void> {
  const now = ctx.now().toISOString();
  for (const id of await db.halfReadRuns(ctx.query, now)) {
    await inTransaction(ctx, async (ctx) => {
      // Of two nodes one is first, and a reader that was only slow may have gone on.
      if ((await db.halfReadRuns(ctx.query, now)).includes(id)) await db.deleteRun(ctx.query, id, ['reading']);
    });
  }
}
