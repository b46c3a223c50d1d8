/** Sign-in, password changes and confirmation: every place where a password is checked. */
import type { z } from 'zod';
import { emailKey } from '../../contract/text.ts';
import type { loginRequest, passwordChange } from '../../contract/user.ts';
import { record } from '../audit/audit.ts';
import { noteRefusal } from '../audit/refusals.ts';
import { type Actor, type Context, inTransaction } from '../context.ts';
import { networksOf } from '../networks.ts';
import { Refusal, refuseField } from '../refusal.ts';
import { deleteAllFailures, forgetFailures } from './attempts.db.ts';
import { type Try, tryPassword, unknownSubject } from './attempts.ts';
import { type Device, describeDevice, openDevice, sealDevice } from './device.ts';
import { hashPassword, isSamePassword, refuseEasyPassword } from './passwords.ts';
import {
  deleteSession,
  findAccountByEmail,
  holdPassword,
  noteConfirmed,
  passwordHashOf,
  replacePassword,
} from './sessions.db.ts';
import { endSessionsOf, hasJustSignedIn, type StartedSession, startSession } from './sessions.ts';
import type { Share } from './slots.ts';

const originLength = 12;

export interface Browser {
  /** The sealed cookie of an earlier sign-in. */
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
  const device = openDevice(ctx.keys, browser.deviceCookie);
  const account = await findAccountByEmail(ctx, email);
  const own = signInSubject(ctx, email, device);
  const subject = account ? own : unknownSubject(own);
  const share = shareOf(device, browser.address);
  const tried = await tryPassword(ctx, subject, account?.passwordHash ?? null, input.password, share);
  if (tried !== 'right' || !account) {
    noteFailure(ctx, account?.id ?? null, browser.address, tried);
    throw new Refusal('invalid_credentials');
  }
  const { id, name, role, passwordHash } = account;
  const session = await inTransaction(ctx, async (ctx) => {
    // A password reset during the check must not leave a session behind.
    if (!(await holdPassword(ctx, id, passwordHash))) throw new Refusal('invalid_credentials');
    if (ctx.actor) await deleteSession(ctx, ctx.actor.id, { id: ctx.actor.sessionId });
    await record(ctx, { action: 'session.started', record: id, actor: { id, name } });
    return startSession(ctx, id, describeDevice(browser.userAgent));
  });
  ctx.events.count('sign_ins', 'signed_in');
  return {
    account: { id, name, email: account.email, role },
    session,
    deviceCookie: sealDevice(ctx.keys, device, accountMark(ctx, email)),
  };
}

/** Records the account, if there is one. The typed text is not stored: it may be a password in the wrong field. */
function noteFailure(ctx: Context, account: string | null, address: string, tried: Try): void {
  ctx.events.count('sign_ins', 'refused');
  const origin = ctx.keys.hash('audit origin', holderOf(address)).slice(0, originLength);
  noteRefusal(ctx, { action: 'session.refused', record: account, actor: null, detail: { origin } });
  if (tried === 'locking' && account) noteRefusal(ctx, { action: 'session.locked', record: account, actor: null });
}

/** One customer may have every address of a /48. */
const holderOf = (address: string) => networksOf(address).at(-1) ?? address;

/** A browser that signed in before has its own queue, whatever its address. */
function shareOf(device: Device, address: string): Share {
  return device.accounts.length ? { isKnown: true, caller: device.id } : { isKnown: false, caller: holderOf(address) };
}

/** Failures count per account, and separately for each browser that has signed in to it before. */
function signInSubject(ctx: Context, email: string, device: Device): string {
  const isKnown = device.accounts.includes(accountMark(ctx, email));
  return ctx.keys.hash('sign-in', isKnown ? `${email}\0${device.id}` : email);
}

function accountMark(ctx: Context, email: string): string {
  return ctx.keys.hash('device account', email);
}

/** After a reset by the owner, an earlier lock no longer applies. */
export function forgetSignInFailures(ctx: Context, email: string): Promise<void> {
  return forgetFailures(ctx, ctx.keys.hash('sign-in', email));
}

/** With another key no lock would be found, and none removed. */
export function forgetAllSignInFailures(ctx: Context): Promise<void> {
  return deleteAllFailures(ctx);
}

/**
 * The hash of the actor's password. Refused unless `typed` is that password or, where
 * nothing is typed, the session has just been started with it.
 */
export async function requireOwnPassword(ctx: Context, actor: Actor, typed: string | undefined): Promise<string> {
  const stored = await passwordHashOf(ctx, actor.id);
  if (!stored) throw new Refusal('unauthorized');
  if (typed === undefined) {
    if (!(await hasJustSignedIn(ctx, actor))) throw refuseField('current', 'current_password_needed');
    return stored;
  }
  await requirePassword(ctx, actor, stored, typed, 'current');
  return stored;
}

/** Wrong passwords count together, whichever call they come in. */
async function requirePassword(ctx: Context, actor: Actor, stored: string, typed: string, field: string) {
  const subject = ctx.keys.hash('current password', actor.id);
  if ((await tryPassword(ctx, subject, stored, typed, { isKnown: true, caller: actor.id })) === 'right') return;
  noteRefusal(ctx, { action: 'password.refused', record: actor.id, actor });
  throw refuseField(field, 'wrong_current_password');
}

/** The session has proved its owner again: for a while it may make calls that need confirmation. */
export async function confirmSession(ctx: Context, actor: Actor, typed: string): Promise<void> {
  const stored = await passwordHashOf(ctx, actor.id);
  if (!stored) throw new Refusal('unauthorized');
  await requirePassword(ctx, actor, stored, typed, 'password');
  await inTransaction(ctx, async (ctx) => {
    if (!(await holdPassword(ctx, actor.id, stored))) throw refuseField('password', 'wrong_current_password');
    if (!(await noteConfirmed(ctx, actor.sessionId, ctx.now().toISOString()))) throw new Refusal('unauthorized');
    await record(ctx, { action: 'session.confirmed', record: actor.id });
  });
}

/**
 * Within the transaction of a change that the password `stored` has allowed: a reset meanwhile revokes the permission.
 */
export async function holdOwnPassword(ctx: Context, actor: Actor, stored: string): Promise<void> {
  if (!(await holdPassword(ctx, actor.id, stored))) throw refuseField('current', 'wrong_current_password');
}

export async function changeOwnPassword(
  ctx: Context,
  actor: Actor,
  input: z.output<typeof passwordChange>,
): Promise<void> {
  refuseEasyPassword(ctx, input.password, actor.email);
  const stored = await requireOwnPassword(ctx, actor, input.current);
  // The hash of the same password has another salt, so the two are compared as they were typed.
  if (actor.passwordChangeNeeded && isSamePassword(input.password, input.current)) {
    throw refuseField('password', 'password_not_new');
  }
  const hash = await hashPassword(input.password);
  await inTransaction(ctx, async (ctx) => {
    if (!(await replacePassword(ctx, actor.id, stored, hash))) throw refuseField('current', 'wrong_current_password');
    await endSessionsOf(ctx, actor.id, actor.sessionId);
    await record(ctx, { action: 'password.changed', record: actor.id, fields: ['password'] });
  });
}
