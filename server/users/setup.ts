/** The one super admin: creates the account, renames it as the settings say, and changes its profile. */
import type { z } from 'zod';
import { errorText } from '../../contract/errors.ts';
import { isAssignableRole, superAdminRole } from '../../contract/roles.ts';
import { emailKey } from '../../contract/text.ts';
import type { profileChange, setupRequest } from '../../contract/user.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Actor, type Context, inTransaction } from '../context.ts';
import { newId } from '../identifiers.ts';
import { OperatorError } from '../operator-error.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import type { Settings } from '../settings.ts';
import { hashPassword, isWeakPassword, refuseWeakPassword } from '../sign-in/passwords.ts';
import { lockOwnPassword, requireOwnPassword } from '../sign-in/sign-in.ts';
import { provideSetupCode, removeCodeFile, withdrawSetupCode } from './setup-code.ts';
import {
  type Account,
  claimAddress,
  claimSuperAdmin,
  findByEmail,
  findSuperAdmin,
  insertAccount,
  renameAccount,
  updateAccount,
} from './users.db.ts';

const unattendedName = 'Super Admin';

/**
 * Throws if settings and accounts make a start impossible. It only reads, so it can be called before anything is
 * changed.
 */
export async function requirePossibleSetup(ctx: Pick<Context, 'db' | 'settings'>): Promise<void> {
  const { superAdminEmail: email, isSuperAdminEmailSet, superAdminPassword } = ctx.settings;
  const isMissing = !(await findSuperAdmin(ctx));
  const holder = isMissing || isSuperAdminEmailSet ? await findByEmail(ctx, email) : undefined;
  // Compares the role and not the id of a super admin read before: another node may create that account meanwhile.
  if (holder && isAssignableRole(holder.role)) throw addressTaken(email);
  if (superAdminPassword && isMissing) requireUncommonPassword(ctx.settings, superAdminPassword, email);
}

interface PreparedSetup {
  /** Null when nothing is to be set up. */
  setupCodePath: string | null;
  /** Whether the super admin has got another address from the settings. */
  isRenamed: boolean;
}

/** Called at start. */
export async function prepareSetup(ctx: Context): Promise<PreparedSetup> {
  await requirePossibleSetup(ctx);
  const { superAdminPassword } = ctx.settings;
  if (superAdminPassword && !(await findSuperAdmin(ctx))) {
    await createSuperAdmin(ctx, unattendedName, superAdminPassword, false);
  }
  const existing = await findSuperAdmin(ctx);
  if (!existing) return { setupCodePath: await provideSetupCode(ctx), isRenamed: false };
  const isRenamed = await followSettings(ctx, existing);
  await removeCodeFile(ctx);
  return { setupCodePath: null, isRenamed };
}

export async function isSetUp(ctx: Context): Promise<boolean> {
  return (await findSuperAdmin(ctx)) !== undefined;
}

/** Uses up the code; the caller has checked it. */
export async function completeSetup(ctx: Context, profile: z.output<typeof setupRequest>): Promise<Account> {
  const email = ctx.settings.superAdminEmail;
  refuseOtherEmail(profile.email, email);
  refuseWeakPassword(ctx, profile.password, email);
  const account = await createSuperAdmin(ctx, profile.name, profile.password, true);
  await removeCodeFile(ctx);
  return account;
}

export async function changeProfile(
  ctx: Context,
  actor: Actor,
  profile: z.output<typeof profileChange>,
): Promise<Account> {
  const { id, email, role } = actor;
  const { name, current, password } = profile;
  refuseOtherEmail(profile.email, email);
  // The current password alone is only one factor.
  if (password !== undefined && actor.hasSecondFactor && !actor.isConfirmed) throw new Refusal('confirmation_needed');
  if (password !== undefined) refuseWeakPassword(ctx, password, email);
  const stored = await requireOwnPassword(ctx, actor, current);
  const change = { name, ...(password !== undefined && { passwordHash: await hashPassword(password) }) };
  await inTransaction(ctx, async (ctx) => {
    await lockOwnPassword(ctx, actor, stored);
    if (!(await updateAccount(ctx, id, change))) throw new Refusal('unauthorized');
    if (change.passwordHash) await endSessionsOf(ctx, id, actor.sessionId);
    const fields = [...(name === actor.name ? [] : ['name']), ...(change.passwordHash ? ['password'] : [])];
    if (fields.length) await writeAuditEntry(ctx, { action: 'profile.changed', record: id, fields });
  });
  return { id, name, email, role };
}

function refuseOtherEmail(typed: string, fixed: string): void {
  if (emailKey(typed) !== fixed) throw fieldRefusal('email', 'email_is_fixed');
}

async function createSuperAdmin(ctx: Context, name: string, password: string, needsCode: boolean): Promise<Account> {
  const account: Account = { id: newId(), name, email: ctx.settings.superAdminEmail, role: superAdminRole };
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (ctx) => {
    await claimSuperAdmin(ctx);
    const hadCode = await withdrawSetupCode(ctx);
    if (needsCode && !hadCode) throw new Refusal('invalid_setup_code');
    const existing = await findSuperAdmin(ctx);
    // Another node that started at the same time was faster.
    if (existing) return existing;
    await claimAddress(ctx, account.email);
    if (await findByEmail(ctx, account.email)) throw addressTaken(account.email);
    await insertAccount(ctx, { ...account, passwordHash });
    await writeAuditEntry(ctx, {
      action: 'setup.completed',
      record: account.id,
      fields: ['name', 'password'],
      actor: account,
    });
    return account;
  });
}

function requireUncommonPassword({ brand }: Settings, password: string, email: string): void {
  if (isWeakPassword(password, [email, brand.name]))
    throw new OperatorError(`SUPER_ADMIN_PASSWORD cannot be used. ${errorText('password_too_common')}`);
}

/** The settings decide the address, so a changed setting renames the account; returns whether it did. */
async function followSettings(ctx: Context, { id, email }: Account): Promise<boolean> {
  const { superAdminEmail: wanted, isSuperAdminEmailSet } = ctx.settings;
  if (!isSuperAdminEmailSet || wanted === email) return false;
  return inTransaction(ctx, async (ctx) => {
    await claimAddress(ctx, wanted);
    const holder = await findByEmail(ctx, wanted);
    if (holder && holder.id !== id) throw addressTaken(wanted);
    if (!(await renameAccount(ctx, id, email, wanted))) return false;
    await writeAuditEntry(ctx, { action: 'super-admin.renamed', record: id, fields: ['email'] });
    return true;
  });
}

function addressTaken(email: string): OperatorError {
  return new OperatorError(
    `SUPER_ADMIN_EMAIL is ${email}, which an admin already has. Choose another address, or change that admin's first; nothing was changed.`,
  );
}
