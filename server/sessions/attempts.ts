/**
 * Guessing bounded: how often a password may be tried for one subject. A try is
 * counted before the password is looked at, so that any number at once gets no more
 * looks than one after another; a right one takes the count back.
 */
import { limits } from '../../contract/limits.ts';
import { inPieces } from '../background.ts';
import { type Context, inTransaction } from '../context.ts';
import { countFailure, deleteOldestFailures, forgetFailures, noteFailure } from './attempts.db.ts';
import { isPassword, passwordWork } from './passwords.ts';
import type { Share } from './slots.ts';

const forgottenAfterHours = 24;

/**
 * For an address without an account. Several share a counter, which nobody can see, as none of them is ever let in: so
 * whoever tries millions of addresses fills no table, and takes no row away that locks an account.
 */
export function unknownSubject(hash: string): string {
  return `unknown ${Number.parseInt(hash.slice(0, 12), 16) % limits.unknownAddressCounters}`;
}

/** A wrong one may be the one that locks the subject; while it is locked, the right one is refused, too. */
export type Try = 'right' | 'wrong' | 'locking' | 'locked';

/** A lock costs the same time as a wrong password. */
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

/** The failures with this one, which it is until the password proves right; null during a lock, which then stays as it is. */
function countTry(ctx: Context, subject: string): Promise<number | null> {
  const now = ctx.now();
  const at = now.toISOString();
  return inTransaction(ctx, async (ctx) => {
    const failures = await countFailure(ctx, subject, at);
    // A locked try writes too: without the sync it would be told from a wrong one by its time.
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
