/**
 * Focuses the first field of a form, except on a touch screen, where the focus would open the keyboard over text that
 * the user has not read yet. Without `preventScroll: false` the page stays at its top, where a form is opened.
 */
export function focusFirstField(id: string, { preventScroll = true }: FocusOptions = {}): void {
  if (matchMedia('(pointer: fine)').matches) document.getElementById(id)?.focus({ preventScroll });
}
