/** Tracks which forms have unsaved changes, so that nobody leaves them by accident. */
import { createStore } from './store.ts';

/**
 * Maps the id of each unsaved form to what the question before leaving says about it, if that is not the usual text.
 * Only `useUnsaved` adds to it.
 */
export const unsaved = new Map<string, string | undefined>();

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** What the question before leaving says instead of the usual text. */
export function ownLeaveText(): string | undefined {
  return [...unsaved.values()].find(Boolean);
}

/** Answers the open question before leaving; null if none is open. The router has questions of its own. */
export const answerLeaveQuestion = createStore<((mayLeave: boolean) => void) | null>(null);

/** Whether nothing is unsaved or the user agrees to lose it, which is then still there until it is discarded. */
export function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  answerLeaveQuestion.get()?.(false);
  answerLeaveQuestion.set(resolve);
  return promise;
}

/** Discards all unsaved changes, after the user has agreed. */
export function discardUnsaved(): void {
  unsaved.clear();
}
