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

/** True for the right password while the subject is not locked; a lock costs the same time as a wrong one. */
export function tryPassword(
  ctx: Context,
  subject: string,
  storedHash: string | null,
  password: string,
  share: Share,
): Promise<boolean> {
  return passwordWork(share, async () => {
    const isCounted = await countTry(ctx, subject);
    const isRight = await isPassword(storedHash, password);
    if (!isCounted || !isRight) return false;
    await forgetFailures(ctx, subject);
    return true;
  });
}

/** False during a lock, which then stays as it is. */
function countTry(ctx: Context, subject: string): Promise<boolean> {
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
    return failures !== null;
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
