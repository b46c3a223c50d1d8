import type { KeyboardEvent } from 'react';

/**
 * Submits the form around the field on Ctrl or ⌘ with Enter, or does what is to be done instead, once even if the keys
 * are held down. Returns whether these keys were pressed.
 */
export function sendByKey(
  event: KeyboardEvent<HTMLElement>,
  send: () => unknown = () => submitAround(event.target),
): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return false;
  event.preventDefault();
  if (!event.repeat) send();
  return true;
}

function submitAround(field: EventTarget): unknown {
  return field instanceof Element && field.closest('form')?.requestSubmit();
}
