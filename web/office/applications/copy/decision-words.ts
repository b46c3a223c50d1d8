/** The name of a decision that is made again, to change its dates or texts. */
import type { Outcome } from '../../../../contract/status.ts';

export const sameTexts = {
  open: { button: 'decision.correct', title: 'decision.correctTitle' },
  granted: { button: 'decision.correct', title: 'decision.correctTitle' },
  refused: { button: 'decision.addNote', title: 'decision.noteTitle' },
} as const satisfies Record<Outcome, { button: string; title: string }>;
