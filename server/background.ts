/** Background jobs that yield to requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Resources } from './context.ts';
import { errorDetail, type Log } from './log.ts';

/** A job pauses for this many times as long as it worked, so that requests come first. */
const defaultPause = 4;

/** Returns a function to call after each piece of work; it pauses in proportion to the time since the last call. */
export function pauseAfterWork(pausePerWork = defaultPause): () => Promise<void> {
  let started = performance.now();
  return async () => {
    await sleep(pausePerWork * (performance.now() - started));
    started = performance.now();
  };
}

/** Repeats a small batch of work, with pauses, until it returns false; no request waits for its sync. */
export async function inBatches(ctx: Context, batch: (ctx: Context) => Promise<boolean>): Promise<void> {
  const pause = pauseAfterWork();
  while (await ctx.database.syncedOffThread((db) => batch({ ...ctx, db }))) await pause();
}

/**
 * Logs that a piece of background work failed. Where the database does not answer, the work has no fault of its own: the
 * line is then that of a request that the database does not answer.
 */
export function logFailure(log: Log, { database }: Pick<Resources, 'database'>, failed: FailedWork): void {
  const { error, work, sentence = 'background job failed' } = failed;
  const line = { ...errorDetail(error), work };
  if (database.faultOf(error) === 'unavailable') log.warn(line, 'unavailable');
  else log.error(line, sentence);
}

interface FailedWork {
  error: unknown;
  work: string;
  sentence?: string;
}

/**
 * How many rows one statement deletes. They are few, because each row is on another page of every index, and requests
 * wait meanwhile.
 */
export const rowsPerDelete = 16;
