/** Tracks which forms have unsaved changes, so that nobody leaves them by accident. */
import { useCallback, useEffect, useId } from 'react';

const unsaved = new Set<string>();

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** Discards all unsaved changes, after the user has agreed. */
export function discardUnsaved(): void {
  unsaved.clear();
}

/** Marks the form as unsaved while `isDirty`; the returned function clears the mark at once, before navigation. */
export function useUnsaved(isDirty: boolean): () => void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.has(id)) event.preventDefault();
    };
    unsaved.add(id);
    window.addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(id);
      window.removeEventListener('beforeunload', ask);
    };
  }, [id, isDirty]);
  return useCallback(() => void unsaved.delete(id), [id]);
}
