/** The texts for correcting a decision: repeating it with other dates, reason or note. */
import type { Outcome } from '../../../../contract/status.ts';

export const correctionTexts = {
  open: { button: 'decision.correct', title: 'decision.correctTitle' },
  granted: { button: 'decision.correct', title: 'decision.correctTitle' },
  refused: { button: 'decision.addNote', title: 'decision.noteTitle' },
} as const satisfies Record<Outcome, { button: string; title: string }>;
