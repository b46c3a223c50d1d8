/** Warnings about unlikely values of a decision. They are no errors: a second press confirms them. */
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slotNames } from '../../../../contract/application-form.ts';
import { daysBetween, isBusinessDay } from '../../../../contract/dates.ts';
import { outcomeOf, type Status } from '../../../../contract/status.ts';

/** A decision that is dated further from today than this is unlikely. */
const likelyDays = 366;

/** The status and dates after the decision. */
export interface DecisionEffect {
  status: Status;
  approve: string | null;
  collect: string | null;
}

export type Warning =
  | { kind: 'approveFar' | 'collectFar' | 'collectClosed'; day: string }
  | { kind: 'documentsMissing'; slots: Slot[] };

export function warningsOf(
  application: Application,
  { status, approve, collect }: DecisionEffect,
  today: string,
): Warning[] {
  const isFar = (day: string) => Math.abs(daysBetween(today, day)) > likelyDays;
  const warnings: Warning[] = [];
  if (approve && approve !== application.approve && isFar(approve)) warnings.push({ kind: 'approveFar', day: approve });
  if (collect && collect !== application.pending) {
    if (isFar(collect)) warnings.push({ kind: 'collectFar', day: collect });
    if (!isBusinessDay(collect)) warnings.push({ kind: 'collectClosed', day: collect });
  }
  const missing = slotNames.filter((slot) => application[slot] === null);
  const isApproval = (each: Status) => outcomeOf(each) === 'positive';
  if (isApproval(status) && !isApproval(application.isStatus) && missing.length > 0) {
    warnings.push({ kind: 'documentsMissing', slots: missing });
  }
  return warnings;
}

const keyOf = (warning: Warning) =>
  `${warning.kind} ${warning.kind === 'documentsMissing' ? warning.slots : warning.day}`;

/** Whether the user has already seen all of these. */
export function areShown(warnings: readonly Warning[], shown: readonly Warning[]): boolean {
  const keys = shown.map(keyOf);
  return warnings.every((warning) => keys.includes(keyOf(warning)));
}
