/**
 * The hourly sweeps: they remove what has expired, complete the list of erased records, and erase the remains of
 * removed rows from the files of the database.
 */
import { purgeFormerValues } from './applications/former-values.ts';
import { eraseLateRows } from './applications/late-erasure.ts';
import { sweepErasedBytes, sweepQueuedFiles } from './applications/physical-erasure.ts';
import { purgeApplications } from './applications/removal.ts';
import { logFailure } from './background.ts';
import { type Context, type Resources, systemContext } from './context.ts';
import { sweepEnquiries } from './enquiry/enquiry.ts';
import { completeErasureLists } from './erasures/erasures.ts';
import { sweepChallenges } from './factors/challenges.ts';
import { removeLeftByMove } from './files/moving-folder.ts';
import { sweepFiles } from './files/sweep.ts';
import { sweepGuesses } from './guesses/guesses.ts';
import { sweepImports } from './imports/imports.ts';
import type { Log } from './log.ts';
import { sweepSessions } from './sessions/sessions.ts';
import { sweepFailures } from './sign-in/attempts.ts';

const hourMs = 3_600_000;
const firstAfterMs = 60_000;
/** The next attempt where a running backup has postponed a purge. */
const postponedMs = 60_000;

/**
 * In this order, because the last ones remove what the purges and killed processes leave behind. Only a sweep that was
 * postponed returns true.
 */
export const sweeps: readonly ((ctx: Context) => Promise<unknown>)[] = [
  sweepSessions,
  sweepChallenges,
  sweepFailures,
  sweepEnquiries,
  sweepGuesses,
  completeErasureLists,
  eraseLateRows,
  purgeApplications,
  purgeFormerValues,
  sweepImports,
  sweepErasedBytes,
  sweepQueuedFiles,
  sweepFiles,
  removeLeftByMove,
];

/** Does all of them, and returns whether one was postponed. */
export async function sweepAll(ctx: Context, log: Log, stop: AbortSignal): Promise<boolean> {
  let isPostponed = false;
  for (const work of sweeps) {
    if (stop.aborted) return false;
    const result = await work(ctx).catch((error: unknown) => {
      // One that is under way when the product stops may find the database closed.
      if (!stop.aborted) logFailure(log, ctx, { error, work: work.name, sentence: 'sweep failed' });
    });
    isPostponed ||= result === true;
  }
  return isPostponed;
}

export function startSweeps(resources: Resources, log: Log): () => void {
  const ctx = systemContext(resources);
  const stop = new AbortController();
  let isRunning = false;
  const sweep = async () => {
    // Listing a large bucket can take more than an hour.
    if (isRunning) return;
    isRunning = true;
    const isPostponed = await sweepAll(ctx, log, stop.signal);
    isRunning = false;
    if (isPostponed && !stop.signal.aborted) next = setTimeout(sweep, postponedMs);
  };
  let next = setTimeout(sweep, firstAfterMs);
  const hourly = setInterval(sweep, hourMs);
  return () => {
    stop.abort();
    clearTimeout(next);
    clearInterval(hourly);
  };
}
