/** Which decisions are news for the applicant; the office's preview shows the same as the applicant's copy. */
import type { GrantedApplication } from './answers.ts';

type VisibleEntry = GrantedApplication['history'][number];

/** Whether the decision changed something visible; for `filter` of a history without withdrawn decisions. */
export function isNews(entry: VisibleEntry, at: number, history: readonly VisibleEntry[]): boolean {
  const before = history[at - 1];
  if (!before || (entry.reason !== null && entry.reason !== before.reason)) return true;
  return before.status !== entry.status || before.pending !== entry.pending || before.approve !== entry.approve;
}
