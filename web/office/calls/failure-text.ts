/** The texts about a call that failed. */
import { errorText } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/language.ts';
import { failureTexts } from '../../texts/office/failures.ts';
import { CallFailed, NoAnswer } from './api.ts';
import { refusalReason } from './refusal-reason.ts';

/** The reason of a refusal, or that the server did not answer, or otherwise the text of the screen. */
export function failureText(
  error: unknown,
  language: Language,
  otherwise = errorText('internal_error', language),
): string {
  if (error instanceof NoAnswer) return failureTexts[language]('noAnswer');
  return refusalReason(error, language) ?? otherwise;
}

/** Why something could not be loaded, in the specification's words. */
export function loadFailureText(error: unknown, language: Language): string {
  const t = failureTexts[language];
  if (error instanceof CallFailed) return t('load.failed');
  return t(error instanceof NoAnswer ? 'load.noAnswer' : 'load.unexpected');
}
