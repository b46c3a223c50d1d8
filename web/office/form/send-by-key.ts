import type { KeyboardEvent } from 'react';

/**
 * Ctrl or ⌘ with Enter sends the form around the field, once however long the keys are held. Returns whether the event
 * was these keys.
 */
export function sendByKey(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return false;
  event.preventDefault();
  if (!event.repeat && event.target instanceof Element) event.target.closest('form')?.requestSubmit();
  return true;
}
