import type { KeyboardEvent } from 'react';

/**
 * Submits the form around the field on Ctrl or ⌘ with Enter, once even if the keys are held down. Returns whether these
 * keys were pressed.
 */
export function sendByKey(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return false;
  event.preventDefault();
  if (!event.repeat && event.target instanceof Element) event.target.closest('form')?.requestSubmit();
  return true;
}
