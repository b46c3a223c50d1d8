/** The texts about a decision that failed, in the specification's words. */
import type { Language } from '../../../../contract/language.ts';
import { type DecisionKind, statusGivenBy } from '../../../../contract/status.ts';
import type { StatusTexts } from '../../../texts/status.ts';
import { failureMessage } from '../../calls/failure-message.ts';
import { noAnswerReason } from '../../calls/no-answer-reason.ts';
import type { FormFailure } from '../../form/contract-form.tsx';

/** Without a message from the server, the text has the HTTP status or the reason for the missing answer. */
export function decisionFailure(
  failure: FormFailure,
  decision: DecisionKind,
  { status: statusText, language }: { status: StatusTexts; language: Language },
): string {
  const nextStatus = statusGivenBy(decision);
  if (failure.result) {
    const { status, error } = failure.result;
    const message = failureMessage(error, language);
    if (message === '') return statusText(`${nextStatus}.failed`, { status });
    // The sentence continues after the message.
    return statusText(`${nextStatus}.error`, { message: message.replace(/[.।]$/, '') });
  }
  return statusText(`${nextStatus}.error`, { message: noAnswerReason(failure.error, language) });
}
