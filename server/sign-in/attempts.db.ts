/** The SQL of failed password attempts. */
import { rowsPerDelete } from '../background.ts';
import type { Context } from '../context.ts';
import type { SignInFailureTable } from '../db/tables.ts';

/**
 * Counts a failure, and returns the number of failures of the subject; null during a lock, which stays unchanged. A lock
 * that ends after `lockedUntilMax` counts as none.
 */
export async function countFailure(
  ctx: Context,
  subject: string,
  at: string,
  lockedUntilMax: string,
): Promise<number | null> {
  const counted = await ctx.db
    .insertInto('signInFailure')
    .values({ subject, failures: 1, lockedUntil: at, lastAt: at })
    .onConflict((on) =>
      on
        .column('subject')
        .doUpdateSet((eb) => ({ failures: eb('signInFailure.failures', '+', 1) }))
        .where(({ or, eb }) =>
          or([eb('signInFailure.lockedUntil', '<=', at), eb('signInFailure.lockedUntil', '>', lockedUntilMax)]),
        ),
    )
    .returning('failures')
    .executeTakeFirst();
  return counted?.failures ?? null;
}

type Times = Pick<SignInFailureTable, 'lastAt'> & Partial<Pick<SignInFailureTable, 'lockedUntil'>>;

export async function updateFailure(ctx: Context, subject: string, times: Times): Promise<void> {
  await ctx.db.updateTable('signInFailure').set(times).where('subject', '=', subject).execute();
}

/** Subtracts one failure, and removes the lock if this failure has set it. */
export async function undoFailure(ctx: Context, subject: string, lockedUntil: string, at: string): Promise<void> {
  await ctx.db
    .updateTable('signInFailure')
    .set((eb) => ({
      failures: eb('failures', '-', 1),
      lockedUntil: eb.case().when('lockedUntil', '=', lockedUntil).then(at).else(eb.ref('lockedUntil')).end(),
    }))
    .where('subject', '=', subject)
    .execute();
  await ctx.db.deleteFrom('signInFailure').where('subject', '=', subject).where('failures', '<=', 0).execute();
}

export async function resetFailures(ctx: Context, subject: string): Promise<void> {
  await ctx.db.deleteFrom('signInFailure').where('subject', '=', subject).execute();
}

/** Those of the account by whichever browser: their subjects begin with that of the account and a space. */
export async function resetFailuresOfAccount(ctx: Context, account: string): Promise<void> {
  await ctx.db
    .deleteFrom('signInFailure')
    .where(({ or, eb }) => or([eb('subject', '=', account), eb('subject', 'like', `${account} %`)]))
    .execute();
}

export async function deleteAllFailures(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('signInFailure').execute();
}

/** True when there may be more. */
export async function deleteOldestFailures(ctx: Context, before: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('signInFailure')
    .where('subject', 'in', (from) =>
      from.selectFrom('signInFailure').select('subject').where('lastAt', '<', before).limit(rowsPerDelete),
    )
    // The condition is repeated: when two statements meet at one row, the second checks it again.
    .where('lastAt', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === rowsPerDelete;
}
