import { errorText, isErrorCode } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/language.ts';
import { CallFailed } from './api.ts';

/**
 * Why the API refused a call, by the error of the first field or else of the whole request. Null if it gave no reason,
 * because it failed or did not answer; each screen has its own text for that.
 */
export function refusalReason(error: unknown, language: Language): string | null {
  if (!(error instanceof CallFailed)) return null;
  const [code = error.body.code] = Object.values(error.body.errorCodes ?? {});
  return isErrorCode(code) && code !== 'internal_error' ? errorText(code, language) : null;
}
