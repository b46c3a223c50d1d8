/**
 * The lease of a run whose file is being read. The run allows no calls before all rows are stored. If the process that
 * reads it ends before, the run is removed, so that nobody takes an incomplete list for the whole.
 */
import type { Context } from '../context.ts';
import * as queries from './imports.db.ts';

/** Longer than a reader may take for a batch, and the storing of its rows. */
const leaseMs = 120_000;

export function readingUntil(ctx: Context): string {
  return new Date(ctx.now().getTime() + leaseMs).toISOString();
}

export async function removeAbandonedRuns(ctx: Context): Promise<void> {
  const endedBefore = ctx.now().toISOString();
  for (const { id } of await queries.abandonedRuns(ctx.db, endedBefore))
    await queries.removeReading(ctx.db, id, endedBefore);
}
