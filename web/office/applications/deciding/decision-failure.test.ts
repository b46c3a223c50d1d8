import { expect, test } from 'vitest';
import { errorText } from '../../../../contract/errors.ts';
import { decisions } from '../../../../contract/status.ts';
import type en from '../../../texts/status.en.json';
import { openTexts } from '../../../texts/texts.tsx';
import { CallFailed, NoAnswer } from '../../calls/api.ts';
import type { FormFailure } from '../../form/contract-form.tsx';
import { decisionFailure } from './decision-failure.ts';

const texts = openTexts<typeof en>(
  import.meta.glob('../../../texts/status.*.json', { eager: true, import: 'default' }),
);

test('a failed decision is in the words of the specification, with the HTTP status, the message of the server, or why there is no answer', () => {
  const words = { status: texts.en, language: 'en' } as const;
  const refused = (status: number, message: string) => {
    const error = { requestId: '', code: 'transition_not_allowed', message } as const;
    const result = { ok: false, status, error, response: { headers: new Headers() } } as const;
    return { result, error: new CallFailed(status, error) };
  };
  const unreachable = { result: null, error: new NoAnswer(new TypeError('fetch failed')) };
  const forEach = (failure: FormFailure) =>
    Object.fromEntries(decisions.map((decision) => [decision, decisionFailure(failure, decision, words)]));
  expect(forEach(refused(502, ''))).toEqual({
    pending: 'Failed to pending application. Server responded with status: 502',
    approve: 'Failed to approve application. Server responded with status: 502',
    reject: 'Failed to reject application. Server responded with status: 502',
  });
  expect(forEach(unreachable)).toEqual({
    pending: 'Error pending application: the server could not be reached. Please try again.',
    approve: 'Error approving application: the server could not be reached. Please try again.',
    reject: 'Error rejecting application: the server could not be reached. Please try again.',
  });
  const message = errorText('transition_not_allowed', 'en');
  expect(decisionFailure(refused(409, message), 'approve', words)).toBe(
    `Error approving application: ${message.replace(/\.$/, '')}. Please try again.`,
  );
});
