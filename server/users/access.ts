/** The control of the super admin over an account: its suspension, its sessions and its rights. */
import { type Principal, type Right, rights } from '../../contract/rights.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Actor, type Context, inTransaction } from '../context.ts';
import { awaitSessionCacheExpiry } from '../db/session-cache.ts';
import { Refusal } from '../refusal.ts';
import { endSession, endSessionsOf, type ListedSession, listSessions, rightsLeft } from '../sessions/sessions.ts';
import { resetSignInFailures } from '../sign-in/sign-in.ts';
import { findActive, findStaffAccount, lockStaffAccount, type StaffAccount, updateAccount } from './users.db.ts';

/** Suspends the account and ends its sessions; until it is resumed, its right password is answered like a wrong one. */
export function suspendUser(ctx: Context, id: string): Promise<StaffAccount> {
  return change(ctx, id, async (ctx, account) => {
    if (account.suspendedAt !== null) return account;
    const suspendedAt = ctx.now().toISOString();
    await updateAccount(ctx, id, { suspendedAt });
    await endSessionsOf(ctx, id);
    await writeAuditEntry(ctx, { action: 'user.suspended', record: id });
    return { ...account, suspendedAt };
  });
}

/** Resumes the account and resets its failures, since the right password counted as one while it was suspended. */
export function resumeUser(ctx: Context, id: string): Promise<StaffAccount> {
  return change(ctx, id, async (ctx, account) => {
    if (account.suspendedAt === null) return account;
    await updateAccount(ctx, id, { suspendedAt: null });
    await resetSignInFailures(ctx, account);
    await writeAuditEntry(ctx, { action: 'user.resumed', record: id });
    return { ...account, suspendedAt: null };
  });
}

/** Gives the account exactly these rights. */
export function setRights(ctx: Context, id: string, wanted: readonly Right[]): Promise<StaffAccount> {
  return change(ctx, id, async (ctx, account) => {
    const before = rightsOf(account);
    const removed = before.filter((right) => !wanted.includes(right));
    const added = rights.filter((right) => wanted.includes(right) && !before.includes(right));
    if (!removed.length && !added.length) return account;
    const rightsTaken = JSON.stringify(rights.filter((right) => !wanted.includes(right)));
    await updateAccount(ctx, id, { rightsTaken });
    if (removed.length) await writeAuditEntry(ctx, { action: 'user.rights-taken', record: id, fields: removed });
    if (added.length) await writeAuditEntry(ctx, { action: 'user.rights-given', record: id, fields: added });
    return { ...account, rightsTaken };
  });
}

/** Waits until every node sees the change, also when somebody else has just made the same one. */
function change(
  ctx: Context,
  id: string,
  work: (ctx: Context, account: StaffAccount) => Promise<StaffAccount>,
): Promise<StaffAccount> {
  return inTransaction(ctx, async (ctx) => {
    const account = (await lockStaffAccount(ctx, id)) && (await findStaffAccount(ctx, id));
    if (!account) throw new Refusal('not_found');
    await awaitSessionCacheExpiry(ctx);
    return work(ctx, account);
  });
}

export function rightsOf({ role, rightsTaken }: Pick<StaffAccount, 'role' | 'rightsTaken'>): Right[] {
  return rightsLeft(role, JSON.parse(rightsTaken));
}

export async function userSessions(ctx: Context, actor: Actor, id: string): Promise<ListedSession[]> {
  await requireStaffAccount(ctx, id);
  return listSessions(ctx, actor, id);
}

export async function endUserSession(ctx: Context, actor: Actor, id: string, handle: string): Promise<void> {
  await requireStaffAccount(ctx, id);
  await endSession(ctx, actor, id, handle);
}

export async function endUserSessions(ctx: Context, id: string): Promise<void> {
  await requireStaffAccount(ctx, id);
  await inTransaction(ctx, async (ctx) => {
    if (await endSessionsOf(ctx, id)) await writeAuditEntry(ctx, { action: 'session.ended', record: id });
  });
}

async function requireStaffAccount(ctx: Context, id: string): Promise<void> {
  if (!(await findStaffAccount(ctx, id))) throw new Refusal('not_found');
}

/** The present role and rights of the account, without a session; null if it cannot sign in. */
export async function principalOf(ctx: Context, id: string): Promise<Principal | null> {
  const account = await findActive(ctx, id);
  return account ? { role: account.role, rights: rightsOf(account) } : null;
}
