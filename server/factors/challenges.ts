/**
 * The challenge that a passkey answers. The browser stores it in a signed cookie, together with its use and the session
 * that requested it, so that requests of strangers add no rows. Only an answered challenge is stored, so that it cannot
 * be answered twice.
 */
import { randomBytes } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Context } from '../context.ts';
import { deleteExpiredChallenges, insertUsedChallenge } from './factors.db.ts';

const lifeSeconds = limits.passkeyMinutes * 60;
const signingPurpose = 'passkey challenge';

export type ChallengeUse = 'add' | 'sign-in' | 'confirm';

export interface Challenge {
  value: string;
  use: ChallengeUse;
  /** The stored id of the session that requested it; empty for a sign-in. */
  sessionId: string;
  expiresAt: string;
}

export interface NewChallenge {
  value: string;
  /** The value of the cookie. */
  signed: string;
  lifeSeconds: number;
}

export function newChallenge(ctx: Context, use: ChallengeUse, sessionId = ''): NewChallenge {
  const value = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.now().getTime() + lifeSeconds * 1_000).toISOString();
  const challenge: Challenge = { value, use, sessionId, expiresAt };
  return { value, signed: ctx.keys.sign(signingPurpose, challenge), lifeSeconds };
}

/** The challenge of the cookie, or null unless it was made for this use in this session a moment ago. */
export function openChallenge(
  ctx: Context,
  cookie: string | undefined,
  use: ChallengeUse,
  sessionId = '',
): Challenge | null {
  const challenge = (cookie ? ctx.keys.verify(signingPurpose, cookie) : null) as Challenge | null;
  const isFresh = challenge !== null && challenge.expiresAt > ctx.now().toISOString();
  return isFresh && challenge.use === use && challenge.sessionId === sessionId ? challenge : null;
}

/**
 * To be called in the transaction of what the answer allows. False when the challenge was answered before, on any node.
 */
export function spendChallenge(ctx: Context, { value, expiresAt }: Challenge): Promise<boolean> {
  return insertUsedChallenge(ctx, value, expiresAt);
}

export function sweepChallenges(ctx: Context): Promise<void> {
  return deleteExpiredChallenges(ctx, ctx.now().toISOString());
}
