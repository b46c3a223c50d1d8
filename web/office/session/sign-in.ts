/** Signs in and returns the text of an error; used by the login screen and by the dialogue that asks again. */
import { errorText } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/language.ts';
import type en from '../../texts/office/login.en.json';
import type { Translate } from '../../texts/texts.tsx';
import { call, NoAnswer } from '../calls/api.ts';
import { keepToken } from './stored-token.ts';

/** Returns the error text, or null after a successful sign-in. */
export async function signIn(
  email: string,
  password: string,
  t: Translate<typeof en>,
  language: Language,
): Promise<string | null> {
  try {
    const result = await call('login', { json: { email, password } });
    if (!result.ok) return result.status === 401 ? errorText('invalid_credentials', language) : t('failed');
    if (!result.data?.token) return t('noToken');
    keepToken(result.data.token);
    return null;
  } catch (error) {
    return error instanceof NoAnswer ? t('noResponse') : t('setupError');
  }
}
