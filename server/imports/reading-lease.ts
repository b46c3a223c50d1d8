/**
 * A run whose file is being read. Nothing may be asked of it before all rows are there, and when the process that reads
 * it ends before, it is forgotten: half a list must never be taken for the whole.
 */
import { requestPhysicalErasure } from '../applications/physical-erasure.ts';
import { type Context, inTransaction } from '../context.ts';
import * as db from './imports.db.ts';

/** Longer than a reader may be silent and the rows that it sends take to be stored. */
const leaseMs = 120_000;

export function readingUntil(ctx: Context): string {
  return new Date(ctx.now().getTime() + leaseMs).toISOString();
}

/** With what is stored of its rows. */
export function deleteReadingRun(
  ctx: Context,
  id: string,
  { endedBefore }: { endedBefore?: string } = {},
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (await db.deleteReading(ctx.query, id, endedBefore)) await requestPhysicalErasure(ctx, 'by a sweep');
  });
}

export async function deleteAbandonedRuns(ctx: Context): Promise<void> {
  const endedBefore = ctx.now().toISOString();
  for (const { id } of await db.abandonedRuns(ctx.query, endedBefore)) await deleteReadingRun(ctx, id, { endedBefore });
}
