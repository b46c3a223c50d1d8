/** The texts about a decision that failed, in the specification's words. */
import type { ErrorBody } from '../../../../contract/answers.ts';
import { errorText, isErrorCode } from '../../../../contract/errors.ts';
import { defaultLanguage, type Language } from '../../../../contract/language.ts';
import { type DecisionKind, statusGivenBy } from '../../../../contract/status.ts';
import type { StatusTexts } from '../../../texts/status.ts';
import type { FormFailure } from '../../form/contract-form.tsx';
import { noAnswerReason } from '../../form/no-answer-reason.ts';

/** The server's message in the reader's language; empty if the answer has none. */
export function failureMessage({ code, message }: ErrorBody, language: Language): string {
  if (message === '' || language === defaultLanguage || !isErrorCode(code)) return message;
  return errorText(code, language);
}

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
