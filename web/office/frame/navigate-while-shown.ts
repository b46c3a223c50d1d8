/** Navigation at the end of work that takes a while. */
import { useEffect, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';

/**
 * Like `useNavigate`, but does nothing once the screen has been left: an answer that arrives later must not move the
 * user away from where they are by then.
 */
export function useNavigateWhileShown(): NavigateFunction {
  const navigate = useNavigate();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return ((...args: Parameters<NavigateFunction>) =>
    isShown.current ? navigate(...args) : undefined) as NavigateFunction;
}
