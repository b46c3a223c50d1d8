import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to what had it before a dialogue, also when the dialogue is removed while it is open; to the
 * content of the screen where that is gone.
 */
export function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      // After the dialogue has left, unless something else has taken the focus.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        (isThere ? before : document.getElementById('main'))?.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}

/** A button that is switched off while its call runs loses the focus. After a failure it has it back, to try again. */
export function useFocusAfterFailure(hasFailed: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFailed && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [hasFailed]);
  return button;
}
