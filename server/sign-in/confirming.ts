/** Confirmation of a session: for a while after it, the session may make calls that need more than a cookie. */
import type { z } from 'zod';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Actor, type Context, inTransaction } from '../context.ts';
import { codeRefusal, factorsOf, spendCode } from '../factors/factors.ts';
import { acceptPasskey, checkPasskey, passkeyRefusal } from '../factors/passkeys.ts';
import type { Assertion } from '../factors/requests.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { markConfirmed } from '../sessions/sessions.ts';
import type { SecondFactorResult } from './attempts.ts';
import type { confirmation } from './requests.ts';
import { lockPassword, passwordHashOf } from './sign-in.db.ts';
import { passwordRefusal, recordAwaitedFactor, tryOwnPassword } from './sign-in.ts';

export async function confirmSession(
  ctx: Context,
  actor: Actor,
  { password, code }: z.output<typeof confirmation>,
  address: string,
): Promise<void> {
  const stored = await passwordHashOf(ctx, actor.id);
  if (!stored) throw new Refusal('unauthorized');
  let isCodeWrong = false;
  const checkSecondFactor = async (): Promise<SecondFactorResult> => {
    const { hasTotp } = await factorsOf(ctx, actor.id);
    // Where a passkey is the only factor, the password is enough: who has lost the device must be able to remove it.
    if (!hasTotp) return 'right';
    if (!code) return 'missing';
    isCodeWrong = !(await spendCode(ctx, actor, code));
    return isCodeWrong ? 'wrong' : 'right';
  };
  const outcome = await tryOwnPassword(ctx, actor, stored, password, checkSecondFactor);
  if (outcome === 'incomplete') {
    recordAwaitedFactor(ctx, actor.id, actor, address);
    throw fieldRefusal('code', 'code_required');
  }
  if (isCodeWrong) throw codeRefusal(ctx, actor);
  if (outcome !== 'right') throw passwordRefusal(ctx, actor, 'password');
  await inTransaction(ctx, async (ctx) => {
    if (!(await lockPassword(ctx, actor.id, stored))) throw fieldRefusal('password', 'wrong_current_password');
    await recordConfirmation(ctx, actor);
  });
}

export async function confirmByPasskey(
  ctx: Context,
  actor: Actor,
  credential: Assertion,
  challengeCookie: string | undefined,
): Promise<void> {
  const { accountId, answer } = await checkPasskey(ctx, credential, challengeCookie, ['confirm', actor.sessionId]);
  if (!answer || accountId !== actor.id) throw passkeyRefusal(ctx, actor);
  await inTransaction(ctx, async (ctx) => {
    if (!(await acceptPasskey(ctx, answer))) throw passkeyRefusal(ctx, actor);
    await recordConfirmation(ctx, actor);
  });
}

async function recordConfirmation(ctx: Context, actor: Actor): Promise<void> {
  await markConfirmed(ctx, actor);
  await writeAuditEntry(ctx, { action: 'session.confirmed', record: actor.id });
}
