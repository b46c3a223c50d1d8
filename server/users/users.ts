/**
 * The staff accounts, which the super admin manages. The super admin is not among them: here that id does not exist.
 */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { emailKey, plainText } from '../../contract/text.ts';
import type { newUser, userChange } from '../../contract/user.ts';
import { unassignAll, unassignRemaining } from '../assigning/assigning.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Context, inTransaction } from '../context.ts';
import { awaitSessionCacheExpiry } from '../db/session-cache.ts';
import { removeFactors } from '../factors/factors.ts';
import { newId } from '../identifiers.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { hashPassword, refuseWeakPassword } from '../sign-in/passwords.ts';
import { resetSignInFailures } from '../sign-in/sign-in.ts';
import {
  claimAddress,
  findByEmail,
  findStaffAccount,
  findSuperAdmin,
  insertAccount,
  listStaffAccounts,
  lockAny,
  lockStaffAccount,
  type NamedAccount,
  namedAccounts,
  type StaffAccount,
  updateAccount,
} from './users.db.ts';

export function listUsers(ctx: Context): Promise<StaffAccount[]> {
  return listStaffAccounts(ctx);
}

/** All present and former staff, or those with these ids, by name; the audit log names them. */
export async function listPeople(ctx: Context, ids?: readonly string[]): Promise<NamedAccount[]> {
  return ids?.length === 0 ? [] : namedAccounts(ctx, ids);
}

/** The ids of accounts whose name contains the text. */
export async function findPeople(ctx: Context, text: string, limit: number): Promise<string[]> {
  const wanted = plainText(text).toLowerCase();
  const accounts = (await namedAccounts(ctx)).filter(({ name }) => name.toLowerCase().includes(wanted));
  return accounts.slice(0, limit).map(({ id }) => id);
}

export async function addUser(ctx: Context, input: z.output<typeof newUser>): Promise<StaffAccount> {
  const { name, email, password, role } = input;
  refuseWeakPassword(ctx, password, email);
  const takenRefusal = () => fieldRefusal('email', 'user_exists');
  if (await isTaken(ctx, email)) throw takenRefusal();
  const account = { id: newId(), name, email, role };
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx, async (ctx) => {
    await claimAddress(ctx, email);
    if (await isTaken(ctx, email)) throw takenRefusal();
    await insertAccount(ctx, { ...account, passwordHash });
    await writeAuditEntry(ctx, { action: 'user.added', record: account.id, fields: ['name', 'email', 'password'] });
  });
  return { ...account, suspendedAt: null, rightsTaken: '[]' };
}

/** Fields that are left out stay unchanged. A new password ends every session of the account. */
export async function updateUser(ctx: Context, id: string, input: z.output<typeof userChange>): Promise<StaffAccount> {
  const before = await findStaffAccount(ctx, id);
  if (!before) throw new Refusal('not_found');
  const { email = before.email, password } = input;
  if (password !== undefined) refuseWeakPassword(ctx, password, email);
  const takenRefusal = () => fieldRefusal('email', 'email_exists');
  if (email !== before.email && (await isTaken(ctx, email))) throw takenRefusal();
  const passwordHash = password === undefined ? undefined : await hashPassword(password);

  return inTransaction(ctx, async (ctx) => {
    await claimAddress(ctx, email);
    // What somebody else changes at the same time is in the row that is read, and is not written over.
    const stored = (await lockStaffAccount(ctx, id)) && (await findStaffAccount(ctx, id));
    if (!stored) throw new Refusal('not_found');
    if (email !== stored.email && (await isTaken(ctx, email))) throw takenRefusal();
    const after = { ...stored, name: input.name ?? stored.name, email: input.email ?? stored.email };
    const fields = [
      ...(['name', 'email'] as const).filter((field) => after[field] !== stored[field]),
      ...(passwordHash ? ['password'] : []),
    ];
    if (!fields.length) {
      // Somebody else may just have made the same change.
      await awaitSessionCacheExpiry(ctx);
      return stored;
    }
    const change = { name: after.name, email: after.email, ...(passwordHash && { passwordHash }) };
    if (!(await updateAccount(ctx, id, change))) throw new Refusal('not_found');
    if (passwordHash) {
      await endSessionsOf(ctx, id);
      await resetSignInFailures(ctx, after);
    }
    await writeAuditEntry(ctx, { action: 'user.changed', record: id, fields });
    return after;
  });
}

/**
 * The row stays for the audit log, without password and factors. The address can be used again, and the records that
 * were assigned to the account become unassigned.
 */
export async function deleteUser(ctx: Context, id: string): Promise<StaffAccount> {
  if (!(await findStaffAccount(ctx, id))) throw new Refusal('not_found');
  await unassignAll(ctx, id);
  return inTransaction(ctx, async (ctx) => {
    await unassignRemaining(ctx, id);
    const account = await findStaffAccount(ctx, id);
    const change = { deletedAt: ctx.now().toISOString(), passwordHash: '' };
    if (!account || !(await updateAccount(ctx, id, change))) throw new Refusal('not_found');
    await endSessionsOf(ctx, id);
    await removeFactors(ctx, id);
    await writeAuditEntry(ctx, { action: 'user.deleted', record: id });
    return account;
  });
}

/**
 * Sets a random password for any account, the super admin included; after signing in with it, the account must choose
 * another one. Null when no account has the address.
 */
export async function resetPassword(ctx: Context, typedEmail: string): Promise<string | null> {
  const account = await findByEmail(ctx, emailKey(typedEmail));
  if (!account) return null;
  const password = randomBytes(15).toString('base64url');
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (ctx) => {
    if (!(await updateAccount(ctx, account.id, { passwordHash, passwordChangeNeeded: 1 }))) return null;
    await endSessionsOf(ctx, account.id);
    await resetSignInFailures(ctx, account);
    await writeAuditEntry(ctx, { action: 'password.reset', record: account.id, fields: ['password'] });
    return password;
  });
}

/**
 * Removes the second factors of any account, so that its password is enough until new ones are set up. False when it
 * has none, and null when no account has the address.
 */
export async function resetFactors(ctx: Context, typedEmail: string): Promise<boolean | null> {
  const account = await findByEmail(ctx, emailKey(typedEmail));
  if (!account) return null;
  return inTransaction(ctx, async (ctx) => {
    // Adding or removing a factor locks the account as well, and so does a sign-in before its session begins.
    if (!(await lockAny(ctx, account.id))) return null;
    const hadAny = await removeFactors(ctx, account.id);
    if (hadAny) await writeAuditEntry(ctx, { action: 'factor.reset', record: account.id });
    return hadAny;
  });
}

/** The address of the super admin is reserved before that account exists. */
async function isTaken(ctx: Context, email: string): Promise<boolean> {
  if (await findByEmail(ctx, email)) return true;
  return email === ctx.settings.superAdminEmail && !(await findSuperAdmin(ctx));
}
