/**
 * Scrolls to the beginning of a list after its page was turned with the pointer. A keyboard user stays at the button,
 * to turn the next page with another key press.
 */
export function scrollToStart(list: HTMLElement | null): void {
  if (document.activeElement?.matches(':focus-visible')) return;
  list?.focus({ preventScroll: true });
  list?.scrollIntoView();
}
