/** A correction repeats the last decision, with other dates, reason or note. */
import type { Application } from '../../../../contract/answers.ts';
import { type Decision, decisionFor, type Outcome } from '../../../../contract/status.ts';

export const isCorrection = (decision: Decision, { isStatus }: Application) => decisionFor(isStatus) === decision;

export const correctionTexts = {
  open: { button: 'decision.correct', title: 'decision.correctTitle' },
  granted: { button: 'decision.correct', title: 'decision.correctTitle' },
  refused: { button: 'decision.addNote', title: 'decision.noteTitle' },
} as const satisfies Record<Outcome, { button: string; title: string }>;
