/** The SQL of accounts that sign in, and of their passwords. */
import type { Context } from '../context.ts';
import { canSignIn } from '../db/active-account.ts';

export function findAccountByEmail(ctx: Context, email: string) {
  return ctx.db
    .selectFrom('account')
    .select(['id', 'name', 'email', 'role', 'passwordHash', 'suspendedAt'])
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

export async function passwordHashOf(ctx: Context, accountId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('account')
    .select('passwordHash')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.passwordHash ?? null;
}

/** Locks the row without changing it: false when nobody can sign in to the account, or its password has changed. */
export async function lockPassword(ctx: Context, accountId: string, passwordHash: string): Promise<boolean> {
  return replacePassword(ctx, accountId, passwordHash, passwordHash);
}

export async function replacePassword(ctx: Context, accountId: string, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('account')
    .set({ passwordHash: to, ...(from !== to && { passwordChangeNeeded: 0, updatedAt: ctx.now().toISOString() }) })
    .where('id', '=', accountId)
    .where('passwordHash', '=', from)
    .where(canSignIn)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
