/** What the applicant sees of the decisions; the office's preview shows the same as the applicant's copy. */
import type { GrantedApplication, HistoryEntry } from './answers.ts';
import { initialStatus } from './status.ts';

type VisibleEntry = GrantedApplication['history'][number];
type VisibleState = Omit<VisibleEntry, 'at'>;

/** What the applicant sees before the first decision. */
export const undecided: VisibleState = { status: initialStatus, pending: null, approve: null, reason: null };

/** Whether the applicant sees that a decision has changed something. */
export function changesVisibly(after: VisibleState, before: VisibleState): boolean {
  return (
    after.status !== before.status ||
    after.pending !== before.pending ||
    after.approve !== before.approve ||
    after.reason !== before.reason
  );
}

/** Without decisions that were withdrawn or changed nothing visible, and never with the names of staff or their notes. */
export function historyForApplicant(decisions: readonly HistoryEntry[]): VisibleEntry[] {
  return decisions
    .filter(({ withdrawn }) => withdrawn === null)
    .map(({ at, status, approve, pending, reason }) => ({ at, status, approve, pending, reason }))
    .filter((entry, index, history) => changesVisibly(entry, history[index - 1] ?? undecided));
}
