/**
 * The text of each error in every language. Forms show it in the reader's language by its code; `message` on the wire
 * is in English.
 */
import type { ErrorCode } from './error-statuses.ts';
import { defaultLanguage, inEachLanguage, type Language } from './language.ts';
import { contractTexts } from './texts.ts';

export type { ErrorCode };

const texts: Record<Language, Record<ErrorCode, string>> = inEachLanguage((language) => contractTexts[language].errors);

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(texts[defaultLanguage], code);
}

export function errorText(code: ErrorCode, language: Language = defaultLanguage): string {
  return texts[language][code];
}
