import { errorText } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/language.ts';
import { CallFailed } from './api.ts';

/**
 * Why the API refused a call: what it says of a field, else of the whole. Null where it gave no reason, as when it failed
 * or did not answer; each screen has words of its own for that.
 */
export function refusalReason(error: unknown, language: Language): string | null {
  if (!(error instanceof CallFailed) || error.body.code === 'internal_error') return null;
  const [code = error.body.code] = Object.values(error.body.errorCodes ?? {});
  return errorText(code, language);
}
