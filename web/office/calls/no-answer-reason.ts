import type { Language } from '../../../contract/language.ts';
import { noAnswerTexts } from '../../texts/office/no-answer.ts';
import { NoAnswer } from './api.ts';

/** The reason of a missing answer, as a part of a sentence. */
export function noAnswerReason(error: unknown, language: Language): string {
  const reason = !(error instanceof NoAnswer) ? 'unreadable' : error.isTimeout ? 'timedOut' : 'unreachable';
  return noAnswerTexts[language](reason);
}
