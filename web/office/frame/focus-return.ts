import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus after a dialogue to the element that had it before, or to the content of the screen if that element
 * was removed. It also does so if the dialogue is removed while it is open.
 */
export function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      // It waits until the dialogue is removed, and does nothing if something else has taken the focus.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const canReturn = before instanceof HTMLElement && before.isConnected && before !== document.body;
        (canReturn ? before : document.getElementById('main'))?.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}

/** Returns the focus after a failure to the button, which loses it while it is disabled during the call. */
export function useFocusAfterFailure(hasFailed: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFailed && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [hasFailed]);
  return button;
}

/** Gives the focus to `next`, or else to the content of the screen, when the button is removed with the focus on it. */
export function useFocusAfterRemoval(next?: RefObject<HTMLElement | null>): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current && document.activeElement === current) setTimeout(() => focusIfNone(next?.current));
    };
  }, [next]);
  return button;
}

function focusIfNone(next: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body)
    (next ?? document.getElementById('main'))?.focus({ preventScroll: true });
}
