/** Navigation at the end of work that takes a while. */
import { useCallback, useEffect, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { discardUnsaved } from './unsaved.ts';

function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}

/**
 * Like `useNavigate`, but does nothing once the screen has been left: an answer that arrives later must not move the
 * user away from where they are by then.
 */
export function useNavigateWhileShown(): NavigateFunction {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return ((...args: Parameters<NavigateFunction>) => (isShown() ? navigate(...args) : undefined)) as NavigateFunction;
}

/**
 * Leaves the screen of a record that is gone, without a question, since what was typed about it went with it. Once the
 * screen has been left, it does nothing: what is unsaved by then is in another form.
 */
export function useLeaveGone(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return async (path) => {
    if (!isShown()) return;
    discardUnsaved();
    await navigate(path);
  };
}
