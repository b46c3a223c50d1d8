/**
 * The hourly sweeps: they remove what has expired, complete the list of erased records, and erase the remains of
 * removed rows from the files of the database.
 */
import { purgeFormerValues } from './applications/former-values.ts';
import { eraseLateRows } from './applications/late-erasure.ts';
import { erasePhysically, sweepQueuedFiles } from './applications/physical-erasure.ts';
import { purgeApplications } from './applications/removal.ts';
import { type Resources, systemContext } from './context.ts';
import { sweepEnquiries } from './enquiry/enquiry.ts';
import { completeErasures } from './erasures/erasures.ts';
import { sweepChallenges } from './factors/challenges.ts';
import { removeLeftByMove } from './files/moving-folder.ts';
import { sweepFiles } from './files/sweep.ts';
import { sweepGuesses } from './guesses/guesses.ts';
import { sweepImports } from './imports/imports.ts';
import { errorDetail, type Log } from './log.ts';
import { sweepSessions } from './sessions/sessions.ts';
import { sweepFailures } from './sign-in/attempts.ts';

const hourMs = 3_600_000;
const firstAfterMs = 60_000;

/** In this order, because the last ones remove what the purges and killed processes leave behind. */
export const sweeps = [
  sweepSessions,
  sweepChallenges,
  sweepFailures,
  sweepEnquiries,
  sweepGuesses,
  completeErasures,
  eraseLateRows,
  purgeApplications,
  purgeFormerValues,
  sweepImports,
  erasePhysically,
  sweepQueuedFiles,
  sweepFiles,
  removeLeftByMove,
];

export function startSweeps(resources: Resources, log: Log): () => void {
  let isRunning = false;
  let isStopped = false;
  const sweep = async () => {
    // Listing a large bucket can take more than an hour.
    if (isRunning) return;
    isRunning = true;
    const ctx = systemContext(resources);
    for (const work of sweeps) {
      if (isStopped) break;
      await work(ctx).catch((error: unknown) => {
        // One that is under way when the product stops may find the database closed.
        if (!isStopped) log.error({ ...errorDetail(error), work: work.name }, 'sweep failed');
      });
    }
    isRunning = false;
  };
  const first = setTimeout(sweep, firstAfterMs);
  const hourly = setInterval(sweep, hourMs);
  return () => {
    isStopped = true;
    clearTimeout(first);
    clearInterval(hourly);
  };
}
