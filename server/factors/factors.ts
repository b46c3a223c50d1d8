/** The second factors of an account: an app (TOTP), recovery codes, and how a code is checked and used up. */
import type { FactorMethod } from '../../contract/account-answers.ts';
import { limits } from '../../contract/limits.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { logRefusal } from '../audit/refusals.ts';
import { type Actor, type Context, inTransaction } from '../context.ts';
import type { PasskeyTable } from '../db/tables.ts';
import { newId } from '../identifiers.ts';
import { isEqualInConstantTime } from '../keys.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { endOtherSessions, endSessionsOf, lockOwnAccount } from '../sessions/sessions.ts';
import { isTotpShaped, newRecoveryCodes, newTotpSecret, recoveryHash, stepsOf, totpUri } from './codes.ts';
import { recoveryPurpose, totpPurpose } from './encrypted-values.ts';
import * as queries from './factors.db.ts';

/** Used steps are stored for longer than they are valid, in case the clock is set back. */
const storedSteps = 86_400 / limits.totpStepSeconds;

type Owner = Pick<Actor, 'id' | 'name'>;

export interface Factors {
  hasTotp: boolean;
  passkeys: PasskeyTable[];
  recoveryCodesLeft: number;
}

export async function factorsOf(ctx: Context, accountId: string): Promise<Factors> {
  const [totp, passkeys, codes] = await Promise.all([
    queries.findTotp(ctx, accountId),
    queries.passkeysOf(ctx, accountId),
    queries.recoveryCodesOf(ctx, accountId),
  ]);
  return { hasTotp: Boolean(totp?.secret), passkeys, recoveryCodesLeft: codes.length };
}

/** The methods that complete the password of this account; empty where the password is enough. */
export async function methodsOf(ctx: Context, accountId: string): Promise<FactorMethod[]> {
  const { hasTotp, passkeys, recoveryCodesLeft } = await factorsOf(ctx, accountId);
  if (!hasTotp && !passkeys.length) return [];
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(recoveryCodesLeft ? (['recovery'] as const) : []),
    ...(passkeys.length ? (['passkey'] as const) : []),
  ];
}

/** The factor that a code belongs to: the app with this encrypted secret, or the recovery codes with these ids. */
export type UsedFactor = { totpSecret: string } | { recoveryCodes: ReadonlySet<string> };

/**
 * Uses up the code and returns the factor that it belongs to, or changes nothing and returns null. Of two calls with the
 * same code, on any nodes, one succeeds.
 */
export function spendCode(ctx: Context, account: Owner, code: string): Promise<UsedFactor | null> {
  return inTransaction(ctx, (ctx) =>
    isTotpShaped(code) ? spendTotpCode(ctx, account.id, code) : spendRecoveryCode(ctx, account, code),
  );
}

/** Within a transaction that has locked the account: whether nobody has removed or replaced the factor since. */
export async function isFactorActive(ctx: Context, accountId: string, used: UsedFactor): Promise<boolean> {
  if ('totpSecret' in used) return queries.lockTotp(ctx, accountId, used.totpSecret);
  // A renewal replaces all codes.
  const codes = await queries.recoveryCodesOf(ctx, accountId);
  return (await methodsOf(ctx, accountId)).length > 0 && codes.every(({ id }) => used.recoveryCodes.has(id));
}

async function spendTotpCode(ctx: Context, accountId: string, code: string): Promise<UsedFactor | null> {
  const encrypted = (await queries.findTotp(ctx, accountId))?.secret;
  const secret = encrypted && ctx.keys.decrypt(totpPurpose(accountId), encrypted);
  if (!encrypted || !secret) return null;
  const steps = stepsOf(secret, code, ctx.now());
  if (!steps.length || !(await queries.lockTotp(ctx, accountId, encrypted))) return null;
  for (const step of steps) {
    if (await queries.spendStep(ctx, accountId, step, step - storedSteps)) return { totpSecret: encrypted };
  }
  return null;
}

async function spendRecoveryCode(
  ctx: Context,
  { id: accountId, name }: Owner,
  code: string,
): Promise<UsedFactor | null> {
  const wanted = recoveryHash(code);
  const purpose = recoveryPurpose(accountId);
  const codes = await queries.recoveryCodesOf(ctx, accountId);
  const found = codes.find(({ hash }) => isEqualInConstantTime(ctx.keys.decrypt(purpose, hash) ?? '', wanted));
  if (!found || !(await queries.deleteRecoveryCode(ctx, found.id))) return null;
  const actor = { id: accountId, name };
  await writeAuditEntry(ctx, { action: 'factor.used-up', record: accountId, fields: ['recoveryCodes'], actor });
  return { recoveryCodes: new Set(codes.map(({ id }) => id)) };
}

/** Returns a secret for an app. `enableTotp` activates it; until then an earlier secret stays active. */
export async function startTotp(ctx: Context, actor: Actor): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  await queries.putPendingTotp(ctx, actor.id, ctx.keys.encrypt(totpPurpose(actor.id), secret));
  return { secret, uri: totpUri(secret, ctx.settings.brand.name, actor.email) };
}

/** Returns the recovery codes, of which only hashes are stored. */
export async function enableTotp(ctx: Context, actor: Actor, code: string): Promise<string[]> {
  const { id } = actor;
  const codes = newRecoveryCodes();
  const encrypted = (await queries.findTotp(ctx, id))?.pendingSecret;
  const secret = encrypted && ctx.keys.decrypt(totpPurpose(id), encrypted);
  const [step] = secret ? stepsOf(secret, code, ctx.now()) : [];
  if (!encrypted || step === undefined) throw codeRefusal(ctx, actor);
  await inTransaction(ctx, async (ctx) => {
    await endOtherSessions(ctx, actor);
    if (!(await queries.activateTotp(ctx, id, encrypted))) throw codeRefusal(ctx, actor);
    await queries.spendStep(ctx, id, step, step);
    await storeRecoveryCodes(ctx, id, codes);
    await writeAuditEntry(ctx, { action: 'factor.added', record: id, fields: ['totp', 'recoveryCodes'] });
  });
  return codes;
}

/** The error for a wrong code of somebody who is signed in; it is recorded. */
export function codeRefusal(ctx: Context, actor: Actor): Refusal {
  logRefusal(ctx, { action: 'factor.refused', record: actor.id, actor });
  return fieldRefusal('code', 'wrong_code');
}

export async function removeTotp(ctx: Context, actor: Actor): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await endOtherSessions(ctx, actor);
    if (!(await queries.deleteTotp(ctx, actor.id))) throw new Refusal('not_found');
    await recordRemoval(ctx, actor, 'totp');
  });
}

export async function removePasskey(ctx: Context, actor: Actor, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await endOtherSessions(ctx, actor);
    if (!(await queries.deletePasskey(ctx, actor.id, id))) throw new Refusal('not_found');
    await recordRemoval(ctx, actor, 'passkeys');
  });
}

/** Recovery codes are removed with the last factor that they replace. */
async function recordRemoval(ctx: Context, actor: Actor, factor: 'totp' | 'passkeys'): Promise<void> {
  const { hasTotp, passkeys, recoveryCodesLeft } = await factorsOf(ctx, actor.id);
  const isLast = !hasTotp && !passkeys.length && recoveryCodesLeft > 0;
  if (isLast) await queries.replaceRecoveryCodes(ctx, actor.id, []);
  const fields = [factor, ...(isLast ? ['recoveryCodes'] : [])];
  await writeAuditEntry(ctx, { action: 'factor.removed', record: actor.id, fields });
}

export async function renewRecoveryCodes(ctx: Context, actor: Actor): Promise<string[]> {
  const codes = newRecoveryCodes();
  await inTransaction(ctx, async (ctx) => {
    // Two renewals at the same time would each delete the former codes, and both leave theirs.
    await lockOwnAccount(ctx, actor);
    if (!(await methodsOf(ctx, actor.id)).length) throw new Refusal('no_second_factor');
    await storeRecoveryCodes(ctx, actor.id, codes);
    await writeAuditEntry(ctx, { action: 'factor.added', record: actor.id, fields: ['recoveryCodes'] });
  });
  return codes;
}

async function storeRecoveryCodes(ctx: Context, accountId: string, codes: readonly string[]): Promise<void> {
  const hashed = codes.map((code) => ctx.keys.encrypt(recoveryPurpose(accountId), recoveryHash(code)));
  await queries.replaceRecoveryCodes(
    ctx,
    accountId,
    hashed.map((hash) => ({ id: newId(), accountId, hash })),
  );
}

/** Runs within the caller's transaction, and returns whether there were any factors. */
export async function removeFactors(ctx: Context, accountId: string): Promise<boolean> {
  const hadAny = (await methodsOf(ctx, accountId)).length > 0;
  await queries.deleteTotp(ctx, accountId);
  await queries.deletePasskeysOf(ctx, accountId);
  await queries.replaceRecoveryCodes(ctx, accountId, []);
  if (hadAny) await endSessionsOf(ctx, accountId);
  return hadAny;
}

/** Removes the factors of every account, which nobody could use after the key was lost. */
export async function removeAllFactors(ctx: Context): Promise<void> {
  for (const accountId of await queries.accountsWithFactors(ctx)) {
    await removeFactors(ctx, accountId);
    await writeAuditEntry(ctx, { action: 'factor.reset', record: accountId });
  }
}
