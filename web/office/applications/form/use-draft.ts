import { useEffect, useState } from 'react';
import { keepForReload } from '../../frame/unsaved.ts';
import { type Draft, openDraft } from './draft.ts';

/** Undefined while the draft is being opened, null if the browser cannot store drafts. `entry` is as in `openDraft`. */
export function useDraft(entry: string | null): Draft | null | undefined {
  const [draft, setDraft] = useState<Draft | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form has one draft for as long as it is open
  useEffect(() => {
    let isOpen = true;
    const opening = openDraft(entry);
    opening.then(
      (opened) => isOpen && setDraft(opened),
      () => isOpen && setDraft(null),
    );
    return () => {
      isOpen = false;
      // A user who leaves the form has saved or agreed to lose the draft; a closed tab does not get here.
      void opening.then(
        (opened) => opened.close(),
        () => null,
      );
    };
  }, []);
  useEffect(() => {
    keepForReload.set(draft?.saveNow ?? null);
    return () => keepForReload.set(null);
  }, [draft]);
  return draft;
}
