/** What the applicant sees of the decisions; the office's preview shows the same as the applicant's copy. */
import type { GrantedApplication, HistoryEntry } from './answers.ts';

type VisibleEntry = GrantedApplication['history'][number];

/** Without decisions that were withdrawn or changed nothing visible, and never with the names of staff or their notes. */
export function historyForApplicant(decisions: readonly HistoryEntry[]): VisibleEntry[] {
  return decisions
    .filter(({ withdrawn }) => withdrawn === null)
    .map(({ at, status, approve, pending, reason }) => ({ at, status, approve, pending, reason }))
    .filter(changedVisibly);
}

function changedVisibly(entry: VisibleEntry, index: number, history: readonly VisibleEntry[]): boolean {
  const before = history[index - 1];
  if (!before || entry.reason !== before.reason) return true;
  return before.status !== entry.status || before.pending !== entry.pending || before.approve !== entry.approve;
}
