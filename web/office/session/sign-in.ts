/** Signs in and returns the text of an error, for the login screen and for the dialogue that signs in again. */
import type { FactorMethod } from '../../../contract/account-answers.ts';
import type { Answers } from '../../../contract/answers.ts';
import type { CallResult } from '../../../contract/client.ts';
import { type ErrorCode, errorText } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/language.ts';
import type en from '../../texts/office/login.en.json';
import type { Translate } from '../../texts/texts.tsx';
import { CallFailed, call } from '../calls/api.ts';
import { failureText } from '../calls/failure-text.ts';
import { answerByPasskey } from './passkey.ts';
import { keepToken } from './stored-token.ts';

interface Credentials {
  email: string;
  password: string;
  code?: string;
}

/** `problem` is the text of an error, `methods` are the possible second steps; neither after a successful sign-in. */
export interface SignInOutcome {
  problem?: string;
  /** Whether the server has refused the credentials. */
  isRefused?: boolean;
  methods?: readonly FactorMethod[];
}

/** What `useTexts` of the login returns. */
interface Texts {
  t: Translate<typeof en>;
  language: Language;
}

export function signIn({ email, password, code }: Credentials, texts: Texts): Promise<SignInOutcome> {
  const send = () => call('login', { json: { email, password, ...(code && { code }) } });
  return attempt(send, 'invalid_credentials', texts);
}

/**
 * The browser lets the user choose one of the passkeys for this site. With `accountId`, one of another account is
 * refused and its session is ended.
 */
export function signInByPasskey(texts: Texts, accountId?: string): Promise<SignInOutcome> {
  const send = async () => {
    const options = await call('passkeyLoginOptions');
    if (!options.ok) return options;
    const credential = await answerByPasskey(options.data);
    if (!credential) return texts.t('passkeyGivenUp');
    const answer = await call('passkeyLogin', { json: { credential } });
    if (accountId === undefined || !answer.ok || answer.data.user._id === accountId) return answer;
    await call('logout');
    return texts.t('passkeyOfAnother');
  };
  return attempt(send, 'wrong_passkey', texts);
}

/** `refusal` is the error that is shown if the server refuses the credentials. */
async function attempt(
  send: () => Promise<CallResult<Answers['login']> | string>,
  refusal: ErrorCode,
  { t, language }: Texts,
): Promise<SignInOutcome> {
  try {
    const result = await send();
    if (typeof result === 'string') return { problem: result };
    if (!result.ok) {
      const { methods, code } = result.error;
      if (code === 'second_factor_required') return { methods: methods ?? [] };
      if (result.status === 401) return { problem: errorText(refusal, language), isRefused: true };
      return { problem: failureText(new CallFailed(result.status, result.error), language, t('failed')) };
    }
    if (!result.data?.token) return { problem: t('noToken') };
    keepToken(result.data.token);
    return {};
  } catch (error) {
    return { problem: failureText(error, language, t('setupError')) };
  }
}
