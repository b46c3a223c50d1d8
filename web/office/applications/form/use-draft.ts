import { useEffect, useState } from 'react';
import { type Draft, openDraft } from './draft.ts';

/** Undefined while the device is asked; null where the browser keeps no drafts. A new form leaves earlier drafts alone. */
export function useDraft({ isNew }: { isNew: boolean }): Draft | null | undefined {
  const [draft, setDraft] = useState<Draft | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form has one draft for as long as it is open
  useEffect(() => {
    let isOpen = true;
    const opening = openDraft({ isNew });
    opening.then(
      (opened) => isOpen && setDraft(opened),
      () => isOpen && setDraft(null),
    );
    return () => {
      isOpen = false;
      // Whoever leaves the screen has saved, or was asked; a closed tab comes without this.
      void opening.then(
        (opened) => opened.close(),
        () => null,
      );
    };
  }, []);
  return draft;
}
