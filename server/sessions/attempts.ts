/**
 * Limits how often a password may be tried for one subject. An attempt is counted before the password is checked, so
 * parallel attempts get no more checks than sequential ones; a completed sign-in takes the count back.
 */
import { limits } from '../../contract/limits.ts';
import { inPieces } from '../background.ts';
import { type Context, inTransaction, timeAgo } from '../context.ts';
import { countFailure, deleteOldestFailures, forgetFailures, noteFailure, takeBackFailure } from './attempts.db.ts';
import type { QueueOwner } from './fair-queue.ts';
import { isPassword, passwordWork } from './passwords.ts';

const forgottenAfterHours = 24;
/** All addresses without an account share so many counters, however many are tried. */
export const unknownAddressCounters = 1_000;

/**
 * The subject of an address without an account. Several addresses share a counter, which nobody notices, since none can
 * sign in: so trying millions of addresses neither fills the table nor pushes out the row that locks an account.
 */
export function unknownSubject(hash: string): string {
  return `unknown ${Number.parseInt(hash.slice(0, 12), 16) % unknownAddressCounters}`;
}

/**
 * A wrong password may lock the subject; while it is locked, the right one is refused too. `incomplete` is a right
 * password without the second factor that it needs.
 */
export type PasswordOutcome = 'right' | 'wrong' | 'locking' | 'locked' | 'incomplete';

/** What else a right password needs. */
export type Proof = 'right' | 'wrong' | 'missing';

/**
 * A locked attempt takes the same time as a wrong password. `proveMore` is called only with the right password, and the
 * count is taken back only when both are right: otherwise a right password would allow any number of codes.
 */
export function tryPassword(
  ctx: Context,
  subject: string,
  storedHash: string | null,
  password: string,
  owner: QueueOwner,
  proveMore: () => Promise<Proof> = async () => 'right',
): Promise<PasswordOutcome> {
  return passwordWork(owner, async () => {
    const counted = await countTry(ctx, subject);
    const isRight = await isPassword(storedHash, password);
    if (!counted) return 'locked';
    const proof = isRight ? await proveMore() : 'wrong';
    if (proof === 'wrong') return lockSeconds(counted.failures) > 0 ? 'locking' : 'wrong';
    if (proof === 'right') await forgetFailures(ctx, subject);
    else await takeBack(ctx, subject, counted);
    return proof === 'right' ? 'right' : 'incomplete';
  });
}

interface Counted {
  failures: number;
  lockedUntil: string;
}

/**
 * The failures including this attempt, which counts as one until it proves right; null during a lock, which stays
 * unchanged.
 */
function countTry(ctx: Context, subject: string): Promise<Counted | null> {
  const now = ctx.now();
  const at = now.toISOString();
  return inTransaction(ctx, async (ctx) => {
    const failures = await countFailure(ctx, subject, at);
    // A locked attempt writes too: without the sync, its shorter time would tell it from a wrong password.
    if (failures === null) {
      await noteFailure(ctx, subject, { lastAt: at });
      return null;
    }
    const lockedUntil = new Date(now.getTime() + lockSeconds(failures) * 1_000).toISOString();
    await noteFailure(ctx, subject, { lastAt: at, lockedUntil });
    return { failures, lockedUntil };
  });
}

function takeBack(ctx: Context, subject: string, { lockedUntil }: Counted): Promise<void> {
  return inTransaction(ctx, (ctx) => takeBackFailure(ctx, subject, lockedUntil, ctx.now().toISOString()));
}

function lockSeconds(failures: number): number {
  const over = failures - limits.loginFailuresBeforeLock;
  return over < 0 ? 0 : Math.min(2 ** over, limits.loginLockSecondsMax);
}

export async function sweepFailures(ctx: Context): Promise<void> {
  await inPieces(ctx, (ctx) => deleteOldestFailures(ctx, timeAgo(ctx, forgottenAfterHours * 3_600_000)));
}
