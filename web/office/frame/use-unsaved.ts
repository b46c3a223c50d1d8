/** Marks a form with unsaved changes, and lets the browser ask before the page is left. */
import { useCallback, useEffect, useId } from 'react';
import { unsaved } from './unsaved.ts';

let isStaying = false;

/** How long a browser may take from the click to the announcement. */
const announcedWithinMs = 200;

/** For a link that opens another program: the browser announces that the page is left even then. */
export function staysOnPage(): void {
  isStaying = true;
  setTimeout(() => {
    isStaying = false;
  }, announcedWithinMs);
}

/**
 * Marks the form as unsaved while `isDirty`. `leaveText` is what the question before leaving says, if the usual text
 * does not fit. The returned function clears the mark at once, before navigation.
 */
export function useUnsaved(isDirty: boolean, leaveText?: string): () => void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.has(id) && !isStaying) event.preventDefault();
    };
    unsaved.set(id, leaveText);
    window.addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(id);
      window.removeEventListener('beforeunload', ask);
    };
  }, [id, isDirty, leaveText]);
  return useCallback(() => void unsaved.delete(id), [id]);
}
