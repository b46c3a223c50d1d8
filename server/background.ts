/** Background jobs that yield to requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';

/** A job rests this many times as long as it worked, so that requests come first. */
const defaultRest = 4;

/** Returns a function to call after each piece of work; it rests in proportion to the time since the last call. */
export function restAfterWork(restPerWork = defaultRest): () => Promise<void> {
  let started = performance.now();
  return async () => {
    await sleep(restPerWork * (performance.now() - started));
    started = performance.now();
  };
}

/** Repeats a small batch of work, with rests, until it returns false; no request waits for its sync. */
export async function inBatches(ctx: Context, batch: (ctx: Context) => Promise<boolean>): Promise<void> {
  const rest = restAfterWork();
  while (await ctx.database.syncedOffThread((query) => batch({ ...ctx, query }))) await rest();
}

/**
 * How many rows one statement deletes. They are few, because each row is on another page of every index, and requests
 * wait meanwhile.
 */
export const rowsPerSweep = 16;
