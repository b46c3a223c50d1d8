/**
 * The lease of a run whose file is being read. The run allows no calls before all rows are stored. If the process that
 * reads it ends before, the run is deleted, so that nobody takes an incomplete list for the whole.
 */
import { requestPhysicalErasure } from '../applications/physical-erasure.ts';
import { type Context, inTransaction } from '../context.ts';
import * as db from './imports.db.ts';

/** Longer than a reader may take for a batch, and the storing of its rows. */
const leaseMs = 120_000;

export function readingUntil(ctx: Context): string {
  return new Date(ctx.now().getTime() + leaseMs).toISOString();
}

/** Deletes the run and its stored rows. */
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
