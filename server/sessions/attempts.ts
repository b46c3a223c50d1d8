/**
 * Limits how often a password may be tried for one subject. An attempt is counted before the password is checked, so
 * parallel attempts get no more checks than sequential ones; a right password takes the count back.
 */
import { limits } from '../../contract/limits.ts';
import { inPieces } from '../background.ts';
import { type Context, inTransaction } from '../context.ts';
import { countFailure, deleteOldestFailures, forgetFailures, noteFailure } from './attempts.db.ts';
import { isPassword, passwordWork } from './passwords.ts';
import type { Share } from './slots.ts';

const forgottenAfterHours = 24;

/**
 * The subject of an address without an account. Several addresses share a counter, which nobody notices, since none can
 * sign in: so trying millions of addresses neither fills the table nor pushes out the row that locks an account.
 */
export function unknownSubject(hash: string): string {
  return `unknown ${Number.parseInt(hash.slice(0, 12), 16) % limits.unknownAddressCounters}`;
}

/** A wrong password may lock the subject; while it is locked, the right one is refused too. */
export type Try = 'right' | 'wrong' | 'locking' | 'locked';

/** A locked attempt takes the same time as a wrong password. */
export function tryPassword(
  ctx: Context,
  subject: string,
  storedHash: string | null,
  password: string,
  share: Share,
): Promise<Try> {
  return passwordWork(share, async () => {
    const failures = await countTry(ctx, subject);
    const isRight = await isPassword(storedHash, password);
    if (failures === null) return 'locked';
    if (!isRight) return lockSeconds(failures) > 0 ? 'locking' : 'wrong';
    await forgetFailures(ctx, subject);
    return 'right';
  });
}

/**
 * The failures including this attempt, which counts as one until the password proves right; null during a lock, which
 * stays unchanged.
 */
function countTry(ctx: Context, subject: string): Promise<number | null> {
  const now = ctx.now();
  const at = now.toISOString();
  return inTransaction(ctx, async (ctx) => {
    const failures = await countFailure(ctx, subject, at);
    // A locked attempt writes too: without the sync, its shorter time would tell it from a wrong password.
    if (failures === null) await noteFailure(ctx, subject, { lastAt: at });
    else {
      const lockedUntil = new Date(now.getTime() + lockSeconds(failures) * 1_000).toISOString();
      await noteFailure(ctx, subject, { lastAt: at, lockedUntil });
    }
    return failures;
  });
}

function lockSeconds(failures: number): number {
  const over = failures - limits.loginFailuresBeforeLock;
  return over < 0 ? 0 : Math.min(2 ** over, limits.loginLockSecondsMax);
}

export async function sweepFailures(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - forgottenAfterHours * 3_600_000).toISOString();
  await inPieces(ctx, (ctx) => deleteOldestFailures(ctx, before));
}
