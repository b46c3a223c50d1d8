/** What the super admin lets an account do: whether it can sign in, where it is signed in, and with which rights. */
import { type Principal, type Right, rights, rightsLeft } from '../../contract/rights.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Actor, type Context, inTransaction } from '../context.ts';
import { awaitSessionCacheExpiry } from '../db/session-cache.ts';
import type { SessionTable } from '../db/tables.ts';
import { Refusal } from '../refusal.ts';
import { endSession, endSessionsOf, sessionsOf } from '../sessions/sessions.ts';
import { forgetSignInFailures } from '../sessions/sign-in.ts';
import { type AdminAccount, activeAccounts, findActive, findAdmin, lockAdmin, updateAccount } from './users.db.ts';

/** Ends every session of the account; until it is resumed, its right password is answered like a wrong one. */
export function suspendUser(ctx: Context, id: string): Promise<AdminAccount> {
  return change(ctx, id, async (ctx, account) => {
    if (account.suspendedAt !== null) return account;
    const suspendedAt = ctx.now().toISOString();
    await updateAccount(ctx, id, { suspendedAt });
    await endSessionsOf(ctx, id);
    await writeAuditEntry(ctx, { action: 'user.suspended', record: id });
    return { ...account, suspendedAt };
  });
}

/** Failures while it was suspended no longer lock it: the right password was among them. */
export function resumeUser(ctx: Context, id: string): Promise<AdminAccount> {
  return change(ctx, id, async (ctx, account) => {
    if (account.suspendedAt === null) return account;
    await updateAccount(ctx, id, { suspendedAt: null });
    await forgetSignInFailures(ctx, account.email);
    await writeAuditEntry(ctx, { action: 'user.resumed', record: id });
    return { ...account, suspendedAt: null };
  });
}

/** The account has these rights from now on, and no others. */
export function setRights(ctx: Context, id: string, wanted: readonly Right[]): Promise<AdminAccount> {
  return change(ctx, id, async (ctx, account) => {
    const before = rightsOf(account);
    const taken = before.filter((right) => !wanted.includes(right));
    const given = rights.filter((right) => wanted.includes(right) && !before.includes(right));
    if (!taken.length && !given.length) return account;
    const rightsTaken = JSON.stringify(rights.filter((right) => !wanted.includes(right)));
    await updateAccount(ctx, id, { rightsTaken });
    if (taken.length) await writeAuditEntry(ctx, { action: 'user.rights-taken', record: id, fields: taken });
    if (given.length) await writeAuditEntry(ctx, { action: 'user.rights-given', record: id, fields: given });
    return { ...account, rightsTaken };
  });
}

/** Somebody else may just have made the same change: the answer waits until every node knows of it. */
function change(
  ctx: Context,
  id: string,
  work: (ctx: Context, account: AdminAccount) => Promise<AdminAccount>,
): Promise<AdminAccount> {
  return inTransaction(ctx, async (ctx) => {
    const account = (await lockAdmin(ctx, id)) && (await findAdmin(ctx, id));
    if (!account) throw new Refusal('not_found');
    await awaitSessionCacheExpiry(ctx);
    return work(ctx, account);
  });
}

export function rightsOf({ role, rightsTaken }: Pick<AdminAccount, 'role' | 'rightsTaken'>): Right[] {
  return rightsLeft(role, JSON.parse(rightsTaken));
}

export async function userSessions(ctx: Context, id: string): Promise<SessionTable[]> {
  await requireAdmin(ctx, id);
  return sessionsOf(ctx, id);
}

export async function endUserSession(ctx: Context, actor: Actor, id: string, handle: string): Promise<void> {
  await requireAdmin(ctx, id);
  await endSession(ctx, actor, id, handle);
}

export async function endUserSessions(ctx: Context, id: string): Promise<void> {
  await requireAdmin(ctx, id);
  await inTransaction(ctx, async (ctx) => {
    if (await endSessionsOf(ctx, id)) await writeAuditEntry(ctx, { action: 'session.ended', record: id });
  });
}

async function requireAdmin(ctx: Context, id: string): Promise<void> {
  if (!(await findAdmin(ctx, id))) throw new Refusal('not_found');
}

/** Whoever can be given work, by name: the staff, the super admin included, whose account can be signed in to. */
export function listAssignable(ctx: Context): Promise<Pick<AdminAccount, 'id' | 'name'>[]> {
  return activeAccounts(ctx);
}

/** Whether work can be given to this account. */
export async function isAssignable(ctx: Context, id: string): Promise<boolean> {
  return (await principalOf(ctx, id)) !== null;
}

/** What the account may do now, without a session; null where it cannot be signed in to. */
export async function principalOf(ctx: Context, id: string): Promise<Principal | null> {
  const account = await findActive(ctx, id);
  return account ? { role: account.role, rights: rightsOf(account) } : null;
}
