import { hasDialog } from '../shortcuts/key-press.ts';

/**
 * Calls `focus` once no dialogue is open. Until it is removed, a dialogue keeps the focus, or gives it back to the
 * button that opened it. The returned function gives the wait up.
 */
export function focusAfterDialog(focus: () => void): () => void {
  let frame = 0;
  const focusOrWait = () => {
    if (hasDialog()) frame = requestAnimationFrame(focusOrWait);
    else focus();
  };
  focusOrWait();
  return () => cancelAnimationFrame(frame);
}
