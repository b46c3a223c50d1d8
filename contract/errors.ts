/**
 * The errors by code, with the text of each in every language. Forms show it in the reader's language; `message` on the
 * wire is in English. `server/error-statuses.ts` has the statuses.
 */
import { defaultLanguage, inEachLanguage, type Language } from './language.ts';
import { contractTexts } from './texts.ts';

export type ErrorCode = keyof (typeof contractTexts)[Language]['errors'];

const texts: Record<Language, Record<ErrorCode, string>> = inEachLanguage((language) => contractTexts[language].errors);

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(texts[defaultLanguage], code);
}

export function errorText(code: ErrorCode, language: Language = defaultLanguage): string {
  return texts[language][code];
}
