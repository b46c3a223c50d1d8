/** Sign-in, by password and second factor or by a passkey, and password changes. */
import type { z } from 'zod';
import type { FactorMethod } from '../../contract/account-answers.ts';
import { emailKey } from '../../contract/text.ts';
import type { passwordChange } from '../../contract/user.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { logRefusal } from '../audit/refusals.ts';
import { type Actor, type Context, inTransaction } from '../context.ts';
import { isFactorActive, methodsOf, spendCode, type UsedFactor } from '../factors/factors.ts';
import { acceptPasskey, checkPasskey } from '../factors/passkeys.ts';
import type { Assertion } from '../factors/requests.ts';
import { networksOf } from '../networks.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { type DeviceCookie, openDeviceCookie, signDeviceCookie } from '../sessions/device-cookie.ts';
import {
  endSessionsOf,
  hasJustSignedIn,
  lockAccount,
  type StartedSession,
  startSession,
} from '../sessions/sessions.ts';
import { describeUserAgent } from '../sessions/user-agent.ts';
import { deleteAllFailures, resetFailures, resetFailuresOfAccount } from './attempts.db.ts';
import { type PasswordOutcome, type SecondFactorResult, tryPassword, unknownSubject } from './attempts.ts';
import type { QueueOwner } from './fair-queue.ts';
import { hashPassword, isSamePassword, refuseWeakPassword } from './passwords.ts';
import type { loginRequest } from './requests.ts';
import { findAccountByEmail, lockPassword, passwordHashOf, replacePassword } from './sign-in.db.ts';

const originLength = 12;

export interface Browser {
  /** The signed cookie of an earlier sign-in. */
  deviceCookie: string | undefined;
  userAgent: string | null;
  address: string;
}

export interface SignedIn {
  account: Pick<Actor, 'id' | 'name' | 'email' | 'role'>;
  session: StartedSession;
  deviceCookie: string;
}

export async function signIn(ctx: Context, input: z.output<typeof loginRequest>, browser: Browser): Promise<SignedIn> {
  const email = emailKey(input.email);
  const device = openDeviceCookie(ctx.keys, browser.deviceCookie);
  const account = await findAccountByEmail(ctx, email);
  const ownSubject = signInSubject(ctx, email, device);
  const subject = account ? ownSubject : unknownSubject(ownSubject);
  const owner = queueOwnerOf(device, browser.address);
  let methods: FactorMethod[] = [];
  let used: UsedFactor | null = null;
  const checkSecondFactor = async (): Promise<SecondFactorResult> => {
    methods = account ? await methodsOf(ctx, account.id) : [];
    if (!account || !methods.length) return 'right';
    if (!input.code) return 'missing';
    used = await spendCode(ctx, account, input.code);
    return used ? 'right' : 'wrong';
  };
  // For a suspended account every password is wrong, so the answer is the same as to a wrong one, byte for byte.
  const storedHash = account && account.suspendedAt === null ? account.passwordHash : null;
  const outcome = await tryPassword(ctx, subject, storedHash, input.password, owner, checkSecondFactor);
  if (outcome === 'incomplete') {
    ctx.events.count('sign_ins', 'code_needed');
    if (account) recordAwaitedFactor(ctx, account.id, null, browser.address);
    throw new Refusal('second_factor_required', { methods });
  }
  if (outcome !== 'right' || !account) {
    recordFailure(ctx, account?.id ?? null, browser.address, outcome);
    throw new Refusal('invalid_credentials');
  }
  return inTransaction(ctx, async (ctx) => {
    // A password reset or a suspension during the check must not leave a session behind.
    if (!(await lockPassword(ctx, account.id, account.passwordHash))) throw new Refusal('invalid_credentials');
    // Nor may a session begin without a factor that was set up meanwhile, or by one that was removed meanwhile.
    const isAllowed = used ? await isFactorActive(ctx, account.id, used) : !(await methodsOf(ctx, account.id)).length;
    if (!isAllowed) throw new Refusal('invalid_credentials');
    return beginSession(ctx, account, device, browser);
  });
}

/**
 * A passkey that has verified its owner counts as both factors. It cannot be guessed, so a lock does not apply to it.
 */
export async function signInByPasskey(
  ctx: Context,
  credential: Assertion,
  challengeCookie: string | undefined,
  browser: Browser,
): Promise<SignedIn> {
  const { accountId, answer } = await checkPasskey(ctx, credential, challengeCookie, ['sign-in']);
  const refuse = () => {
    recordFailure(ctx, accountId, browser.address, 'wrong');
    return new Refusal('invalid_credentials');
  };
  if (!answer || answer.passkey.suspendedAt !== null) throw refuse();
  const { accountId: id, name, email, role } = answer.passkey;
  return inTransaction(ctx, async (ctx) => {
    if (!(await acceptPasskey(ctx, answer)) || !(await lockAccount(ctx, id))) throw refuse();
    return beginSession(ctx, { id, name, email, role }, openDeviceCookie(ctx.keys, browser.deviceCookie), browser);
  });
}

/** Within the transaction of the check. */
async function beginSession(
  ctx: Context,
  { id, name, email, role }: SignedIn['account'],
  device: DeviceCookie,
  { userAgent }: Browser,
): Promise<SignedIn> {
  await writeAuditEntry(ctx, { action: 'session.started', record: id, actor: { id, name } });
  const session = await startSession(ctx, id, describeUserAgent(userAgent));
  const deviceCookie = signDeviceCookie(ctx.keys, device, accountHash(ctx, emailKey(email)));
  ctx.afterCommit?.(async () => ctx.events.count('sign_ins', 'signed_in'));
  return { account: { id, name, email, role }, session, deviceCookie };
}

/** Records the account, if there is one. The typed text is not stored: it may be a password in the wrong field. */
function recordFailure(ctx: Context, account: string | null, address: string, outcome: PasswordOutcome): void {
  ctx.events.count('sign_ins', 'refused');
  const detail = { origin: originOf(ctx, address) };
  logRefusal(ctx, { action: 'session.refused', record: account, actor: null, detail });
  if (outcome === 'locking' && account) logRefusal(ctx, { action: 'session.locked', record: account, actor: null });
}

/**
 * Records a right password without the second step. Every sign-in in two steps passes here, so it is no failure; but it
 * is all that the log has of somebody who stole the password.
 */
export function recordAwaitedFactor(ctx: Context, account: string, actor: Actor | null, address: string): void {
  logRefusal(ctx, { action: 'factor.awaited', record: account, actor, detail: { origin: originOf(ctx, address) } });
}

function originOf(ctx: Context, address: string): string {
  return ctx.keys.hash('audit origin', networkOf(address)).slice(0, originLength);
}

/** One customer may have every address of a /48. */
const networkOf = (address: string) => networksOf(address).at(-1) ?? address;

/** A browser that signed in before has its own queue, whatever its address. */
function queueOwnerOf(device: DeviceCookie, address: string): QueueOwner {
  return device.accounts.length ? { isKnown: true, caller: device.id } : { isKnown: false, caller: networkOf(address) };
}

/** Failures count per account, and separately for each browser that has signed in to it before. */
function signInSubject(ctx: Context, email: string, device: DeviceCookie): string {
  const isKnown = device.accounts.includes(accountHash(ctx, email));
  const account = accountSubject(ctx, email);
  return isKnown ? `${account} ${device.id}` : account;
}

function accountSubject(ctx: Context, email: string): string {
  return ctx.keys.hash('sign-in', email);
}

function accountHash(ctx: Context, email: string): string {
  return ctx.keys.hash('device account', email);
}

/**
 * After a reset by somebody else, an earlier lock no longer applies: neither in a browser of the person nor where a
 * session asks for the current password.
 */
export async function resetSignInFailures(ctx: Context, { id, email }: Pick<Actor, 'id' | 'email'>): Promise<void> {
  await resetFailuresOfAccount(ctx, accountSubject(ctx, email));
  await resetFailures(ctx, ownPasswordSubject(ctx, id));
}

/** Needed after a change of the key, since failures counted under the former one would never be found. */
export function deleteAllSignInFailures(ctx: Context): Promise<void> {
  return deleteAllFailures(ctx);
}

/**
 * Returns the hash of the actor's password. Refuses unless `typed` is that password or, if nothing was typed, the
 * session has just been started.
 */
export async function requireOwnPassword(ctx: Context, actor: Actor, typed: string | undefined): Promise<string> {
  const stored = await passwordHashOf(ctx, actor.id);
  if (!stored) throw new Refusal('unauthorized');
  if (typed === undefined) {
    if (!(await hasJustSignedIn(ctx, actor))) throw fieldRefusal('current', 'current_password_needed');
    return stored;
  }
  await requirePassword(ctx, actor, stored, typed, 'current');
  return stored;
}

/**
 * Accepts the password alone. If the account has a second factor, earlier failures stay counted: a reset would let a
 * thief of the session and the password guess codes without limit.
 */
async function requirePassword(ctx: Context, actor: Actor, stored: string, typed: string, field: string) {
  const reportFactor = async () => ((await methodsOf(ctx, actor.id)).length > 0 ? 'missing' : 'right');
  const outcome = await tryOwnPassword(ctx, actor, stored, typed, reportFactor);
  if (outcome !== 'right' && outcome !== 'incomplete') throw passwordRefusal(ctx, actor, field);
}

/** Wrong passwords of all calls count together. */
export function tryOwnPassword(
  ctx: Context,
  actor: Actor,
  stored: string,
  typed: string,
  checkSecondFactor: () => Promise<SecondFactorResult>,
): Promise<PasswordOutcome> {
  const owner: QueueOwner = { isKnown: true, caller: actor.id };
  return tryPassword(ctx, ownPasswordSubject(ctx, actor.id), stored, typed, owner, checkSecondFactor);
}

function ownPasswordSubject(ctx: Context, id: string): string {
  return ctx.keys.hash('current password', id);
}

/** The error for a wrong password of somebody who is signed in; it is recorded. */
export function passwordRefusal(ctx: Context, actor: Actor, field: string): Refusal {
  logRefusal(ctx, { action: 'password.refused', record: actor.id, actor });
  return fieldRefusal(field, 'wrong_current_password');
}

/**
 * To be called in the transaction of a change that the password `stored` has allowed: refuses it after a reset
 * meanwhile.
 */
export async function lockOwnPassword(ctx: Context, actor: Actor, stored: string): Promise<void> {
  if (!(await lockPassword(ctx, actor.id, stored))) throw fieldRefusal('current', 'wrong_current_password');
}

export async function changeOwnPassword(
  ctx: Context,
  actor: Actor,
  input: z.output<typeof passwordChange>,
): Promise<void> {
  refuseWeakPassword(ctx, input.password, actor.email);
  const stored = await requireOwnPassword(ctx, actor, input.current);
  // The hash of the same password has another salt, so the two are compared as they were typed.
  if (actor.passwordChangeNeeded && isSamePassword(input.password, input.current)) {
    throw fieldRefusal('password', 'password_not_new');
  }
  const hash = await hashPassword(input.password);
  await inTransaction(ctx, async (ctx) => {
    if (!(await replacePassword(ctx, actor.id, stored, hash))) throw fieldRefusal('current', 'wrong_current_password');
    await endSessionsOf(ctx, actor.id, actor.sessionId);
    await writeAuditEntry(ctx, { action: 'password.changed', record: actor.id, fields: ['password'] });
  });
}
