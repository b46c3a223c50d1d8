/** Which decisions are news for the applicant; the office shows the same as the applicant's copy. */
import type { GrantedApplication } from './answers.ts';

type Seen = GrantedApplication['history'][number];

/** Whether it changed something visible; for `filter` of the decisions that count. */
export function isNews(entry: Seen, at: number, history: readonly Seen[]): boolean {
  const before = history[at - 1];
  if (!before || (entry.reason !== null && entry.reason !== before.reason)) return true;
  return before.status !== entry.status || before.pending !== entry.pending || before.approve !== entry.approve;
}
