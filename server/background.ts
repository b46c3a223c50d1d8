/** Work that nobody waits for, beside requests that somebody does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';

/** Requests come first: for each moment of work so many of rest. */
const restPerWork = 4;

/** To be called after each small piece of work: rests for what was done since the last call. */
export function restAfterWork(): () => Promise<void> {
  let started = performance.now();
  return async () => {
    await sleep(restPerWork * (performance.now() - started));
    started = performance.now();
  };
}

/** Runs a small piece of work as long as it says that there may be more, with rests, and lets no request wait for its sync. */
export async function inPieces(ctx: Context, piece: (ctx: Context) => Promise<boolean>): Promise<void> {
  const rest = restAfterWork();
  while (await ctx.database.syncedOffThread((query) => piece({ ...ctx, query }))) await rest();
}

/**
 * Rows that one statement takes out. Each lies on a page of its own in every index: with 5,000 at a time requests stood
 * still for seconds, with 100 for 20 ms.
 */
export const sweptAtOnce = 16;
