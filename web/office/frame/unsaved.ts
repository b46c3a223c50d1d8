/** Which forms hold something that is not saved, so that nothing leads away from them by accident. */
import { useCallback, useEffect, useId } from 'react';

const unsaved = new Set<string>();

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** Everything unsaved is given up on purpose. */
export function giveUpUnsaved(): void {
  unsaved.clear();
}

/** Marks the form as unsaved while `isDirty`; the function that it returns ends that at once, before leading away. */
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
