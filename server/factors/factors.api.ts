/** Second factors over HTTP: those of the caller, and the challenges for signing in and confirming by passkey. */
import type { Passkey } from '../../contract/account-answers.ts';
import type { Answers } from '../../contract/answers.ts';
import { signedIn } from '../context.ts';
import type { PasskeyTable } from '../db/tables.ts';
import { type Answer, json, noContent } from '../http/answer.ts';
import { accept, readJson } from '../http/body.ts';
import { cookieOf, privateCookie } from '../http/cookies.ts';
import type { Call, Handlers } from '../http/routes.ts';
import { type NewChallenge, newChallenge } from './challenges.ts';
import { enableTotp, factorsOf, removePasskey, removeTotp, renewRecoveryCodes, startTotp } from './factors.ts';
import { addPasskey, creationOptions, requestOptions } from './passkeys.ts';
import { newPasskey, totpCode } from './requests.ts';

export const factorHandlers = {
  async factors({ ctx }) {
    const { hasTotp, passkeys, recoveryCodesLeft } = await factorsOf(ctx, signedIn(ctx).id);
    const answer: Answers['factors'] = { totp: hasTotp, passkeys: passkeys.map(presentPasskey), recoveryCodesLeft };
    return json(answer);
  },

  async startTotp({ ctx }) {
    const answer: Answers['startTotp'] = await startTotp(ctx, signedIn(ctx));
    return json(answer);
  },

  async enableTotp({ ctx, request }) {
    const { code } = accept(totpCode, await readJson(request));
    const answer: Answers['enableTotp'] = { recoveryCodes: await enableTotp(ctx, signedIn(ctx), code) };
    return json(answer);
  },

  async removeTotp({ ctx }) {
    await removeTotp(ctx, signedIn(ctx));
    return noContent();
  },

  async newRecoveryCodes({ ctx }) {
    const answer: Answers['newRecoveryCodes'] = { recoveryCodes: await renewRecoveryCodes(ctx, signedIn(ctx)) };
    return json(answer);
  },

  async passkeyOptions({ ctx }) {
    const actor = signedIn(ctx);
    const challenge = newChallenge(ctx, 'add', actor.sessionId);
    return challengeAnswer(ctx, challenge, await creationOptions(ctx, actor, challenge.value));
  },

  async addPasskey({ ctx, request, cookies }) {
    const input = accept(newPasskey, await readJson(request));
    const cookie = cookieOf(cookies, 'challenge', ctx.settings);
    const { id, name, createdAt } = await addPasskey(ctx, signedIn(ctx), input, cookie);
    return json({ _id: id, name, createdAt } satisfies Answers['addPasskey'], { status: 201 });
  },

  async removePasskey({ ctx, params }) {
    await removePasskey(ctx, signedIn(ctx), params.id);
    return noContent();
  },

  async passkeyLoginOptions({ ctx }) {
    const challenge = newChallenge(ctx, 'sign-in');
    return challengeAnswer(ctx, challenge, await requestOptions(ctx, challenge.value));
  },

  async confirmOptions({ ctx }) {
    const { id, sessionId } = signedIn(ctx);
    const challenge = newChallenge(ctx, 'confirm', sessionId);
    return challengeAnswer(ctx, challenge, await requestOptions(ctx, challenge.value, id));
  },
} satisfies Partial<Handlers>;

function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyTable): Passkey {
  return { _id: id, name, createdAt, lastUsedAt };
}

function challengeAnswer(ctx: Call['ctx'], { signed, lifeSeconds }: NewChallenge, options: object): Answer {
  return json(options, { cookies: [privateCookie('challenge', signed, lifeSeconds, ctx.settings)] });
}
