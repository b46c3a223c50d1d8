/** Background jobs that yield to requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';

/** How many times as long as its work a job rests, so that requests come first, unless somebody waits for the job. */
const usualRest = 4;

/** Returns a function to call after each piece of work; it rests in proportion to the time since the last call. */
export function restAfterWork(restPerWork = usualRest): () => Promise<void> {
  let started = performance.now();
  return async () => {
    await sleep(restPerWork * (performance.now() - started));
    started = performance.now();
  };
}

/** Repeats a small piece of work, with rests, until it returns false; no request waits for its sync. */
export async function inPieces(ctx: Context, piece: (ctx: Context) => Promise<boolean>): Promise<void> {
  const rest = restAfterWork();
  while (await ctx.database.syncedOffThread((query) => piece({ ...ctx, query }))) await rest();
}

/**
 * How many rows one statement deletes. It is few, because each row is on another page of every index, and requests wait
 * meanwhile.
 */
export const rowsPerSweep = 16;
