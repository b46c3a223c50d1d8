/** What the same decision again is called: it changes what it left to change. */
import type { Outcome } from '../../../../contract/status.ts';

export const sameTexts = {
  open: { button: 'decision.correct', title: 'decision.correctTitle' },
  granted: { button: 'decision.correct', title: 'decision.correctTitle' },
  refused: { button: 'decision.addNote', title: 'decision.noteTitle' },
} as const satisfies Record<Outcome, { button: string; title: string }>;
