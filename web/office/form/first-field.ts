/**
 * Focuses the first field of a form, except on a touch screen, where the focus would open the keyboard over text that
 * the user has not read yet. By default it does not scroll to the field, since a form is opened at its top.
 */
export function focusFirstField(id: string, { preventScroll = true }: FocusOptions = {}): void {
  if (matchMedia('(pointer: fine)').matches) document.getElementById(id)?.focus({ preventScroll });
}
