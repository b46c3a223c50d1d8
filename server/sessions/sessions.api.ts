/** The caller and the sessions of the caller over HTTP. */
import type { Answers } from '../../contract/answers.ts';
import { signedIn } from '../context.ts';
import { json, noContent } from '../http/answer.ts';
import { cookieOf, expiredSessionCookies } from '../http/cookies.ts';
import type { Handlers } from '../http/routes.ts';
import { needsSecondFactor } from '../restriction.ts';
import { presentSession, presentUser } from './present.ts';
import { draftKeyOf, endCurrentSession, endSession, listSessions, sessionExpiry } from './sessions.ts';

export const sessionHandlers = {
  async logout(call) {
    await endCurrentSession(call.ctx);
    return noContent(expiredSessionCookies(call.ctx.settings));
  },

  async me({ ctx }) {
    const actor = signedIn(ctx);
    const answer: Answers['me'] = {
      user: presentUser(actor),
      rights: [...actor.rights],
      expiresAt: await sessionExpiry(ctx, actor),
      passwordChangeNeeded: actor.passwordChangeNeeded,
      secondFactorNeeded: needsSecondFactor(actor, ctx.settings),
    };
    return json(answer);
  },

  async draftKey({ ctx, cookies }) {
    signedIn(ctx);
    return json({ key: draftKeyOf(cookieOf(cookies, 'session', ctx.settings) ?? '') });
  },

  async sessions({ ctx }) {
    const actor = signedIn(ctx);
    return json((await listSessions(ctx, actor, actor.id)).map(presentSession));
  },

  async endSession(call) {
    const actor = signedIn(call.ctx);
    const wasCurrent = await endSession(call.ctx, actor, actor.id, call.params.id);
    return noContent(wasCurrent ? expiredSessionCookies(call.ctx.settings) : []);
  },
} satisfies Partial<Handlers>;
