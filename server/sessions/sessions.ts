/**
 * Sessions. A session is a row; its cookie holds 256 random bits, of which the row has only the hash. Role and name
 * come from the account. Once a call that ends a session or changes its account was answered, every later request sees
 * the change.
 */
import { hash, hkdfSync, randomBytes } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { type Right, rights } from '../../contract/rights.ts';
import { canLoseRights, type Role } from '../../contract/roles.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Actor, type Context, inTransaction, latestTime, timeAgo } from '../context.ts';
import { awaitSessionCacheExpiry } from '../db/session-cache.ts';
import { newId } from '../identifiers.ts';
import { Refusal } from '../refusal.ts';
import * as queries from './sessions.db.ts';

const lifeMs = limits.sessionDays * 86_400_000;
const idleMs = limits.sessionIdleHours * 3_600_000;
const recentSignInMs = limits.recentSignInMinutes * 60_000;
const confirmedMs = limits.confirmationMinutes * 60_000;
const seenEveryMs = 60_000;
const secretShape = /^[\w-]{43}$/;

/** The account whose session has this secret, or null. */
export async function authenticate(ctx: Context, secret: string | undefined): Promise<Actor | null> {
  if (!secret || !secretShape.test(secret)) return null;
  const session = await queries.cachedSessions.find(ctx, sessionId(secret));
  if (!session) return null;
  const now = ctx.now();
  const unseenMs = now.getTime() - Date.parse(session.lastSeenAt);
  if (!isWithin(ctx, session.lastSeenAt, idleMs) || now.getTime() >= Date.parse(session.expiresAt)) return null;
  if (unseenMs >= seenEveryMs) await updateLastSeen(ctx, session.id, session.lastSeenAt, now);
  const { accountId, name, email, role } = session;
  const passwordChangeNeeded = session.passwordChangeNeeded === 1;
  const hasSecondFactor = session.factors > 0;
  const isConfirmed = isWithin(ctx, session.confirmedAt, confirmedMs);
  return {
    id: accountId,
    name,
    email,
    role,
    rights: rightsLeft(role, JSON.parse(session.rightsTaken)),
    passwordChangeNeeded,
    hasSecondFactor,
    sessionId: session.id,
    isConfirmed,
  };
}

/** A time that lies ahead comes from a clock that was wrong, and proves nothing about the present. */
function isWithin(ctx: Context, at: string, ms: number): boolean {
  return at > timeAgo(ctx, ms) && at <= latestTime(ctx);
}

/** The rights of an account of the role after these were taken. */
export function rightsLeft(role: Role, taken: readonly Right[]): Right[] {
  return rights.filter((right) => !canLoseRights(role) || !taken.includes(right));
}

/** A full disk must not keep staff from reading. */
async function updateLastSeen(ctx: Context, id: string, from: string, now: Date): Promise<void> {
  await queries.touchSession(ctx, id, from, now.toISOString()).catch((error: unknown) => {
    if (!ctx.database.faultOf(error)) throw error;
  });
  queries.cachedSessions.drop(ctx, id);
}

function sessionId(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/**
 * The key with which the browser of a session encrypts drafts on its device. It is derived only from the secret in the
 * cookie, which is stored nowhere else: once the cookie is gone, nobody can derive the key again.
 */
export function draftKeyOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'maplegate draft', 32)).toString('base64url');
}

export interface StartedSession {
  /** The value of the cookie, which is stored nowhere else. */
  secret: string;
  /** The public name of the session. */
  handle: string;
  expiresAt: string;
}

/** Replaces the session of the request, if there is one; that of another account ends as if its person signed out. */
export async function startSession(ctx: Context, accountId: string, device: string): Promise<StartedSession> {
  const { actor } = ctx;
  if (actor && actor.id !== accountId) await endOwnSession(ctx, actor);
  else if (actor) await queries.deleteSession(ctx, actor.id, { id: actor.sessionId });
  const secret = randomBytes(32).toString('base64url');
  const handle = newId();
  const createdAt = ctx.now().toISOString();
  const expiresAt = new Date(ctx.now().getTime() + lifeMs).toISOString();
  await queries.insertSession(ctx, {
    id: sessionId(secret),
    handle,
    accountId,
    device,
    createdAt,
    confirmedAt: createdAt,
    lastSeenAt: createdAt,
    expiresAt,
  });
  return { secret, handle, expiresAt };
}

/** Ends the session of the request; does nothing without one, or when it has just been ended elsewhere. */
export async function endCurrentSession(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (!actor) return awaitSessionCacheExpiry(ctx);
  await inTransaction(ctx, (ctx) => endOwnSession(ctx, actor));
}

async function endOwnSession(ctx: Context, actor: Actor): Promise<void> {
  if (await queries.deleteSession(ctx, actor.id, { id: actor.sessionId })) {
    await writeAuditEntry(ctx, { action: 'session.ended', record: actor.id });
  }
}

/** Ends one of the account's sessions; true if it was the session of the request. */
export async function endSession(ctx: Context, actor: Actor, accountId: string, handle: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await queries.deleteSession(ctx, accountId, { handle }))) throw new Refusal('not_found');
    await writeAuditEntry(ctx, { action: 'session.ended', record: accountId });
    return !(await queries.findSession(ctx, actor.sessionId));
  });
}

/**
 * Ends all sessions of the account, except the given one, and returns whether there was any. Runs within the caller's
 * transaction.
 */
export function endSessionsOf(ctx: Context, accountId: string, exceptSessionId = ''): Promise<boolean> {
  return queries.deleteSessionsOf(ctx, accountId, exceptSessionId);
}

/**
 * Ends the other sessions of the actor, within the transaction that adds or removes a factor: a session that began
 * without the new factor, or with a factor that was removed, must not continue (ASVS 7.4.3). Sign-in locks the account
 * as well, so no session begins meanwhile.
 */
export async function endOtherSessions(ctx: Context, actor: Actor): Promise<void> {
  await lockOwnAccount(ctx, actor);
  await endSessionsOf(ctx, actor.id, actor.sessionId);
}

export async function lockOwnAccount(ctx: Context, actor: Actor): Promise<void> {
  if (!(await lockAccount(ctx, actor.id))) throw new Refusal('unauthorized');
}

/**
 * Until the transaction ends, no other one that locks this account continues. False when nobody can sign in to it.
 */
export function lockAccount(ctx: Context, accountId: string): Promise<boolean> {
  return queries.lockAccount(ctx, accountId);
}

/** From now on every node accepts the session of the request as confirmed, for a while. */
export async function markConfirmed(ctx: Context, actor: Actor): Promise<void> {
  if (!(await queries.setConfirmed(ctx, actor.sessionId, ctx.now().toISOString()))) throw new Refusal('unauthorized');
}

export interface ListedSession {
  /** What names the session in a URL, where its id must not be. */
  handle: string;
  createdAt: string;
  lastSeenAt: string;
  device: string;
  /** It is that of the request. */
  isCurrent: boolean;
}

/** The sessions of the account that have not ended, newest first. */
export async function listSessions(ctx: Context, actor: Actor, accountId: string): Promise<ListedSession[]> {
  const seen = { after: timeAgo(ctx, idleMs), until: latestTime(ctx) };
  const sessions = await queries.listSessions(ctx, accountId, ctx.now().toISOString(), seen);
  return sessions.map(({ id, handle, createdAt, lastSeenAt, device }) => ({
    handle,
    createdAt,
    lastSeenAt,
    device,
    isCurrent: id === actor.sessionId,
  }));
}

/** Whether the session of the request has just started, which proves as much as the password. */
export async function hasJustSignedIn(ctx: Context, actor: Actor): Promise<boolean> {
  const session = await queries.findSession(ctx, actor.sessionId);
  return session !== undefined && isWithin(ctx, session.createdAt, recentSignInMs);
}

export async function sessionExpiry(ctx: Context, actor: Actor): Promise<string> {
  const session = await queries.findSession(ctx, actor.sessionId);
  if (!session) throw new Refusal('unauthorized');
  return session.expiresAt;
}

export async function sweepSessions(ctx: Context): Promise<void> {
  const seen = { after: timeAgo(ctx, idleMs), until: latestTime(ctx) };
  await queries.deleteEndedSessions(ctx, ctx.now().toISOString(), seen);
}
