/** The SQL of accounts, and of the count of wrong set-up codes. */
import type { Selectable } from 'kysely';
import { assignableRoles, superAdminRole } from '../../contract/roles.ts';
import type { Context } from '../context.ts';
import { canSignIn } from '../db/active-account.ts';
import { awaitSessionCacheExpiry } from '../db/session-cache.ts';
import type { AccountTable, Flag } from '../db/tables.ts';

const accountColumns = ['id', 'name', 'email', 'role'] as const;
export type Account = Pick<AccountTable, (typeof accountColumns)[number]>;

const staffColumns = [...accountColumns, 'suspendedAt', 'rightsTaken'] as const;
/** An account of the staff, with its suspension and its rights. */
export type StaffAccount = Pick<Selectable<AccountTable>, (typeof staffColumns)[number]>;

export function listStaffAccounts(ctx: Context): Promise<StaffAccount[]> {
  return ctx.db
    .selectFrom('account')
    .select(staffColumns)
    .where('role', 'in', assignableRoles)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export function findStaffAccount(ctx: Context, id: string): Promise<StaffAccount | undefined> {
  return ctx.db
    .selectFrom('account')
    .select(staffColumns)
    .where('id', '=', id)
    .where('role', 'in', assignableRoles)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Locks any account until the transaction ends; false when it does not exist. */
export async function lockAny(ctx: Context, id: string): Promise<boolean> {
  const { numUpdatedRows } = await locked(ctx, id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The same, and false also for the super admin. */
export async function lockStaffAccount(ctx: Context, id: string): Promise<boolean> {
  const { numUpdatedRows } = await locked(ctx, id).where('role', 'in', assignableRoles).executeTakeFirst();
  return numUpdatedRows > 0n;
}

function locked(ctx: Context, id: string) {
  return ctx.db
    .updateTable('account')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where('id', '=', id)
    .where('deletedAt', 'is', null);
}

export function findSuperAdmin(ctx: Pick<Context, 'db'>): Promise<Account | undefined> {
  return ctx.db
    .selectFrom('account')
    .select(accountColumns)
    .where('role', '=', superAdminRole)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

export function findByEmail(ctx: Pick<Context, 'db'>, email: string): Promise<Account | undefined> {
  return ctx.db
    .selectFrom('account')
    .select(accountColumns)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/**
 * To be called in the transaction that gives an account this address, before it changes a row: all others with the same
 * address wait, so the following check sees them, and no statement fails on the unique index, which PostgreSQL would
 * log with the address.
 */
export async function claimAddress(ctx: Context, email: string): Promise<void> {
  await ctx.database.lockKeys(ctx.db, [ctx.keys.hash('unique account email', email)]);
}

/** The same for the creation of the one super admin. */
export async function claimSuperAdmin(ctx: Context): Promise<void> {
  await ctx.database.lockKeys(ctx.db, [ctx.keys.hash('unique account role', superAdminRole)]);
}

export async function insertAccount(ctx: Context, account: Account & { passwordHash: string }): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db
    .insertInto('account')
    .values({ ...account, createdAt: at, updatedAt: at, deletedAt: null })
    .execute();
}

type Change = Partial<
  Pick<Selectable<AccountTable>, 'name' | 'email' | 'passwordHash' | 'deletedAt' | 'suspendedAt' | 'rightsTaken'>
> & {
  passwordChangeNeeded?: Flag;
};

export type NamedAccount = Pick<AccountTable, 'id' | 'name' | 'deletedAt'>;

/** Accounts by name, deleted ones included. */
export function namedAccounts(ctx: Context, ids?: readonly string[]): Promise<NamedAccount[]> {
  const query = ctx.db.selectFrom('account').select(['id', 'name', 'deletedAt']).orderBy('name').orderBy('id');
  return (ids ? query.where('id', 'in', ids) : query).execute();
}

/** Undefined unless the account can sign in. */
export function findActive(ctx: Context, id: string): Promise<Pick<StaffAccount, 'role' | 'rightsTaken'> | undefined> {
  return ctx.db
    .selectFrom('account')
    .select(['role', 'rightsTaken'])
    .where('id', '=', id)
    .where(canSignIn)
    .executeTakeFirst();
}

/** False when the account has been deleted meanwhile. */
export async function updateAccount(ctx: Context, id: string, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('account')
    .set({ ...change, updatedAt: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  await awaitSessionCacheExpiry(ctx);
  return numUpdatedRows > 0n;
}

/** False when it no longer has the address `from`, because somebody else has changed it. */
export async function renameAccount(ctx: Context, id: string, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('account')
    .set({ email: to, updatedAt: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('email', '=', from)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  await awaitSessionCacheExpiry(ctx);
  return numUpdatedRows > 0n;
}

const wrongSetupCodes = 'setup-code-wrong';

/** How many wrong set-up codes there have been, including this one. */
export async function countWrongSetupCode(ctx: Context): Promise<number> {
  const { value } = await ctx.db
    .insertInto('counter')
    .values({ name: wrongSetupCodes, value: 1 })
    .onConflict((on) => on.column('name').doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

export async function resetWrongSetupCodes(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('counter').where('name', '=', wrongSetupCodes).execute();
}
