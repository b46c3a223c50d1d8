/** What about a decision can hardly be meant. It is no error: who means it presses a second time. */
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slotNames } from '../../../../contract/application-form.ts';
import { daysBetween, isBusinessDay } from '../../../../contract/dates.ts';
import { limits } from '../../../../contract/limits.ts';
import { outcomeOf, type Status } from '../../../../contract/status.ts';

/** What stands after the decision. */
export interface Decided {
  status: Status;
  approve: string | null;
  collect: string | null;
}

export type Doubt =
  | { kind: 'approveFar' | 'collectFar' | 'collectClosed'; day: string }
  | { kind: 'papersMissing'; slots: Slot[] };

export function doubtsOf(application: Application, { status, approve, collect }: Decided, today: string): Doubt[] {
  const isFar = (day: string) => Math.abs(daysBetween(today, day)) > limits.likelyDecisionDays;
  const doubts: Doubt[] = [];
  if (approve && approve !== application.approve && isFar(approve)) doubts.push({ kind: 'approveFar', day: approve });
  if (collect && collect !== application.pending) {
    if (isFar(collect)) doubts.push({ kind: 'collectFar', day: collect });
    if (!isBusinessDay(collect)) doubts.push({ kind: 'collectClosed', day: collect });
  }
  const missing = slotNames.filter((slot) => application[slot] === null);
  const isGranted = (each: Status) => outcomeOf(each) === 'granted';
  if (isGranted(status) && !isGranted(application.isStatus) && missing.length > 0) {
    doubts.push({ kind: 'papersMissing', slots: missing });
  }
  return doubts;
}

const keyOf = (doubt: Doubt) => `${doubt.kind} ${doubt.kind === 'papersMissing' ? doubt.slots : doubt.day}`;

/** Whether all of these have been asked about. */
export function areAsked(doubts: readonly Doubt[], asked: readonly Doubt[]): boolean {
  const keys = asked.map(keyOf);
  return doubts.every((doubt) => keys.includes(keyOf(doubt)));
}
