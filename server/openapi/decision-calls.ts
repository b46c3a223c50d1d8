/** What the API says of the calls that decide, one for each status. */
import { decisionRequest } from '../../contract/application.ts';
import { limits } from '../../contract/limits.ts';
import { type DecisionCall, type DecisionKind, forEachDecisionCall, type Outcome } from '../../contract/status.ts';
import { bulkApproval } from '../applications/requests.ts';
import type { CallDescription } from './call-description.ts';
import { decisionNotes, type Notes } from './notes.ts';

const decisionSummaries: Record<DecisionKind, string> = {
  pending: 'Set an application to pending',
  approve: 'Approve an application',
  reject: 'Reject an application',
};
const decisionDates: Record<Outcome, string> = {
  open: 'Clears the approve date.',
  positive: 'Sets the approve date and the collect date.',
  negative: 'Clears both dates.',
};
const decisionFieldErrors: Record<Outcome, CallDescription['fieldErrors']> = {
  open: undefined,
  positive: { invalid_collect_date: ['collectDate'] },
  negative: undefined,
};

export const approveSeveralCall: CallDescription = {
  group: 'Applications',
  summary: 'Approve several applications',
  text: 'Each is approved like a single one: with its version, its entry in the history and its entry in the audit log. One that has changed or is gone is reported and left as it is; the others are approved. When the records cannot be reached or the disk is full on the way, that one and those after it are reported and not approved.',
  json: {
    schema: bulkApproval,
    notes: {
      ...decisionNotes.positive,
      applications: {
        description: `Up to ${limits.approvedAtOnceMax}, each once, with the version that was shown.`,
        examples: [[{ _id: '0123456789abcdef01234567', version: 1 }]],
      },
    },
  },
  success: { status: 200, text: 'What became of each, in the order of the request.' },
  fieldErrors: { invalid_collect_date: ['collectDate'] },
};

export function decisionCalls(params: Notes): Record<DecisionCall, CallDescription> {
  return forEachDecisionCall(({ decision, outcome }) => decisionCall(decision, outcome, params));
}

function decisionCall(decision: DecisionKind, outcome: Outcome, params: Notes): CallDescription {
  const fieldErrors = decisionFieldErrors[outcome];
  return {
    group: 'Applications',
    summary: decisionSummaries[decision],
    text: `${decisionDates[outcome]} Every status can change to every other; the same decision again corrects its dates. It is kept in the dated history.`,
    params,
    json: { schema: decisionRequest, notes: decisionNotes[outcome], isOptional: true },
    success: { status: 200, text: 'The application as it is now.' },
    errors: ['not_found', 'version_conflict', 'transition_not_allowed', 'overloaded'],
    ...(fieldErrors && { fieldErrors }),
  };
}
