/**
 * To the beginning of a list whose page was turned with the pointer. Who turns with the keyboard stays at the button, to
 * turn on with the next key.
 */
export function toBeginningOf(list: HTMLElement | null): void {
  if (document.activeElement?.matches(':focus-visible')) return;
  list?.focus({ preventScroll: true });
  list?.scrollIntoView();
}
