import type { ErrorBody } from '../../../contract/answers.ts';
import { errorText, isErrorCode } from '../../../contract/errors.ts';
import { defaultLanguage, type Language } from '../../../contract/language.ts';

/** The server's message in the reader's language; empty if the answer has none. */
export function failureMessage({ code, message }: ErrorBody, language: Language): string {
  if (message === '' || language === defaultLanguage || !isErrorCode(code)) return message;
  return errorText(code, language);
}
