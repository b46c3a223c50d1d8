/** A correction repeats the last decision, with other dates, reason or note. */
import type { Application } from '../../../../contract/answers.ts';
import { type DecisionKind, decisionFor, type Outcome } from '../../../../contract/status.ts';

export const isCorrection = (decision: DecisionKind, { isStatus }: Application) => decisionFor(isStatus) === decision;

export const correctionTexts = {
  open: { button: 'decision.correct', title: 'decision.correctTitle' },
  positive: { button: 'decision.correct', title: 'decision.correctTitle' },
  negative: { button: 'decision.addNote', title: 'decision.noteTitle' },
} as const satisfies Record<Outcome, { button: string; title: string }>;
