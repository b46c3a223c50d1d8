/** Sign-in, confirmation and password changes over HTTP. */
import type { Answers } from '../../contract/answers.ts';
import { passwordChange } from '../../contract/user.ts';
import { type Context, signedIn } from '../context.ts';
import { type Answer, json, noContent } from '../http/answer.ts';
import { accept, readJson } from '../http/body.ts';
import { cookieOf, privateCookie, refreshTokenCookie } from '../http/cookies.ts';
import type { Call, Handlers } from '../http/routes.ts';
import { newId } from '../identifiers.ts';
import { deviceCookieSeconds } from '../sessions/device-cookie.ts';
import { presentUser } from '../sessions/present.ts';
import { confirmByPasskey, confirmSession } from './confirming.ts';
import { confirmation, loginRequest, passkeyRequest } from './requests.ts';
import { type Browser, changeOwnPassword, type SignedIn, signIn, signInByPasskey } from './sign-in.ts';

export const signInHandlers = {
  async login(call) {
    const { ctx } = call;
    const input = accept(loginRequest, await readJson(call.request));
    return signedInAnswer(ctx, await signIn(ctx, input, browserOf(call)));
  },

  async passkeyLogin(call) {
    const { ctx, cookies } = call;
    const { credential } = accept(passkeyRequest, await readJson(call.request));
    const challenge = cookieOf(cookies, 'challenge', ctx.settings);
    return signedInAnswer(ctx, await signInByPasskey(ctx, credential, challenge, browserOf(call)));
  },

  async confirm({ ctx, request, cookies, address }) {
    const body = await readJson(request);
    const actor = signedIn(ctx);
    if (body.credential === undefined) await confirmSession(ctx, actor, accept(confirmation, body), address);
    else {
      const { credential } = accept(passkeyRequest, body);
      await confirmByPasskey(ctx, actor, credential, cookieOf(cookies, 'challenge', ctx.settings));
    }
    return noContent();
  },

  async changePassword({ ctx, request }) {
    await changeOwnPassword(ctx, signedIn(ctx), accept(passwordChange, await readJson(request)));
    return noContent();
  },
} satisfies Partial<Handlers>;

function browserOf({ ctx, cookies, request, address }: Call): Browser {
  return {
    deviceCookie: cookieOf(cookies, 'device', ctx.settings),
    userAgent: request.headers.get('user-agent'),
    address,
  };
}

function signedInAnswer(ctx: Context, { account, session, deviceCookie }: SignedIn): Answer {
  const refreshToken = newId();
  const lifeSeconds = Math.floor((Date.parse(session.expiresAt) - ctx.now().getTime()) / 1_000);
  const cookies = [
    privateCookie('session', session.secret, lifeSeconds, ctx.settings),
    refreshTokenCookie(refreshToken, ctx.settings),
    privateCookie('device', deviceCookie, deviceCookieSeconds, ctx.settings),
  ];
  const answer: Answers['login'] = { token: session.handle, refreshToken, user: presentUser(account) };
  return json(answer, { cookies, account: account.id });
}
