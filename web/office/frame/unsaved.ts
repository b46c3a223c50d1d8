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

/** The open question before leaving, with what answers it; null if none is open. The router has its own. */
export const leaveQuestion = createStore<{ answer: (mayLeave: boolean) => void; isReload: boolean } | null>(null);

/** Stores a form so that a reload restores it, and tells whether that succeeded; null without such a form. */
export const keepForReload = createStore<(() => Promise<boolean>) | null>(null);

/** Whether nothing is unsaved or the user agrees to lose it, which is then still there until it is discarded. */
export async function mayLeave(isReload = false): Promise<boolean> {
  if (!hasUnsaved()) return true;
  if (isReload && unsaved.size === 1 && (await keepForReload.get()?.())) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  leaveQuestion.get()?.answer(false);
  leaveQuestion.set({ answer: resolve, isReload });
  return promise;
}

/** Discards all unsaved changes, after the user has agreed. */
export function discardUnsaved(): void {
  unsaved.clear();
}
