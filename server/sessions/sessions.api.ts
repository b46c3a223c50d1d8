import type { LoginAnswer, MeAnswer, SessionEntry, User } from '../../contract/answers.ts';
import { confirmation, loginRequest, passwordChange } from '../../contract/user.ts';
import type { Actor, Context } from '../context.ts';
import type { SessionTable } from '../db/tables.ts';
import { json, noContent } from '../http/answer.ts';
import { accept, readJson } from '../http/body.ts';
import { cookieOf, expiredSessionCookies, privateCookie, refreshTokenCookie } from '../http/cookies.ts';
import type { Handlers } from '../http/routes.ts';
import { newId } from '../identifiers.ts';
import { Refusal } from '../refusal.ts';
import { deviceCookieSeconds } from './device.ts';
import { endCurrentSession, endSession, ownSessions, sessionExpiry } from './sessions.ts';
import { changeOwnPassword, confirmSession, signIn } from './sign-in.ts';

export const sessionHandlers: Handlers = {
  async login(call) {
    const { ctx, cookies } = call;
    const input = accept(loginRequest, await readJson(call.request));
    const { account, session, deviceCookie } = await signIn(ctx, input, {
      deviceCookie: cookieOf(cookies, 'device', ctx.settings),
      userAgent: call.request.headers.get('user-agent'),
      address: call.address,
    });
    const refreshToken = newId();
    const lifeSeconds = Math.floor((Date.parse(session.expiresAt) - ctx.now().getTime()) / 1_000);
    const given = [
      privateCookie('session', session.secret, lifeSeconds, ctx.settings),
      refreshTokenCookie(refreshToken, ctx.settings),
      privateCookie('device', deviceCookie, deviceCookieSeconds, ctx.settings),
    ];
    const answer: LoginAnswer = { token: session.handle, refreshToken, user: presentUser(account) };
    return json(answer, { cookies: given });
  },

  async logout(call) {
    await endCurrentSession(call.ctx);
    return noContent(expiredSessionCookies(call.ctx.settings));
  },

  async me({ ctx }) {
    const actor = signedIn(ctx);
    const answer: MeAnswer = {
      user: presentUser(actor),
      expiresAt: await sessionExpiry(ctx, actor),
      passwordChangeNeeded: actor.passwordChangeNeeded,
    };
    return json(answer);
  },

  async sessions({ ctx }) {
    const actor = signedIn(ctx);
    return json((await ownSessions(ctx, actor)).map((session) => presentSession(session, actor)));
  },

  async endSession(call) {
    const wasCurrent = await endSession(call.ctx, signedIn(call.ctx), call.params.id ?? '');
    return noContent(wasCurrent ? expiredSessionCookies(call.ctx.settings) : []);
  },

  async confirm({ ctx, request }) {
    const { password } = accept(confirmation, await readJson(request));
    await confirmSession(ctx, signedIn(ctx), password);
    return noContent();
  },

  async changePassword({ ctx, request }) {
    await changeOwnPassword(ctx, signedIn(ctx), accept(passwordChange, await readJson(request)));
    return noContent();
  },
};

function signedIn({ actor }: Context): Actor {
  if (!actor) throw new Refusal('unauthorized');
  return actor;
}

function presentUser({ id, name, email, role }: Pick<Actor, 'id' | 'name' | 'email' | 'role'>): User {
  return { _id: id, name, email, role };
}

function presentSession({ id, handle, createdAt, lastSeenAt, device }: SessionTable, actor: Actor): SessionEntry {
  return { _id: handle, createdAt, lastSeenAt, device, current: id === actor.sessionId };
}
