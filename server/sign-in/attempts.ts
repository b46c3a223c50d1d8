/**
 * Limits how often a password may be tried for one subject. An attempt is counted as a failure before the password is
 * checked, so parallel attempts get no more checks than sequential ones; a completed sign-in resets the count.
 */
import { limits } from '../../contract/limits.ts';
import { inBatches } from '../background.ts';
import { type Context, inTransaction, latestTime, timeAgo } from '../context.ts';
import { countFailure, deleteOldestFailures, resetFailures, undoFailure, updateFailure } from './attempts.db.ts';
import type { QueueOwner } from './fair-queue.ts';
import { inHashQueue, isPassword } from './passwords.ts';

const forgottenAfterHours = 24;
/** The number of counters that all e-mail addresses without an account share. */
export const unknownAddressCounters = 1_000;

/**
 * The subject of an e-mail address without an account. Several addresses share a counter, which nobody notices, since
 * none of them can sign in. So trying millions of addresses cannot fill the table.
 */
export function unknownSubject(hash: string): string {
  return `unknown ${Number.parseInt(hash.slice(0, 12), 16) % unknownAddressCounters}`;
}

/**
 * `locking` is a wrong password that locks the subject; while it is `locked`, the right one is refused too.
 * `incomplete` is a right password without the second factor that it needs.
 */
export type PasswordOutcome = 'right' | 'wrong' | 'locking' | 'locked' | 'incomplete';

/** The result of checking the second factor. */
export type SecondFactorResult = 'right' | 'wrong' | 'missing';

/**
 * A locked attempt takes the same time as a wrong password. `checkSecondFactor` is called only with the right password,
 * and the count is reset only when both are right: otherwise a right password would allow any number of codes.
 */
export function tryPassword(
  ctx: Context,
  subject: string,
  storedHash: string | null,
  password: string,
  owner: QueueOwner,
  checkSecondFactor: () => Promise<SecondFactorResult>,
): Promise<PasswordOutcome> {
  return inHashQueue(owner, async () => {
    const counted = await countAttempt(ctx, subject);
    const isRight = await isPassword(storedHash, password);
    if (!counted) return 'locked';
    const result = isRight ? await checkSecondFactor() : 'wrong';
    if (result === 'wrong') return lockSeconds(counted.failures) > 0 ? 'locking' : 'wrong';
    if (result === 'right') await resetFailures(ctx, subject);
    else await undoAttempt(ctx, subject, counted);
    return result === 'right' ? 'right' : 'incomplete';
  });
}

interface Counted {
  failures: number;
  lockedUntil: string;
}

/** Counts this attempt as a failure until it turns out right; null during a lock, which stays unchanged. */
function countAttempt(ctx: Context, subject: string): Promise<Counted | null> {
  const now = ctx.now();
  const at = now.toISOString();
  // A later one was set while a clock was ahead, and would last until its time has come.
  const lockedUntilMax = new Date(Date.parse(latestTime(ctx)) + limits.loginLockSecondsMax * 1_000).toISOString();
  return inTransaction(ctx, async (ctx) => {
    const failures = await countFailure(ctx, subject, at, lockedUntilMax);
    // A locked attempt writes too: without the sync it would be faster than a wrong password and so reveal the lock.
    if (failures === null) {
      await updateFailure(ctx, subject, { lastAt: at });
      return null;
    }
    const lockedUntil = new Date(now.getTime() + lockSeconds(failures) * 1_000).toISOString();
    await updateFailure(ctx, subject, { lastAt: at, lockedUntil });
    return { failures, lockedUntil };
  });
}

function undoAttempt(ctx: Context, subject: string, { lockedUntil }: Counted): Promise<void> {
  return inTransaction(ctx, (ctx) => undoFailure(ctx, subject, lockedUntil, ctx.now().toISOString()));
}

function lockSeconds(failures: number): number {
  const over = failures - limits.loginFailuresBeforeLock;
  return over < 0 ? 0 : Math.min(2 ** over, limits.loginLockSecondsMax);
}

export async function sweepFailures(ctx: Context): Promise<void> {
  await inBatches(ctx, (ctx) => deleteOldestFailures(ctx, timeAgo(ctx, forgottenAfterHours * 3_600_000)));
}
