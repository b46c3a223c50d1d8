/**
 * Focuses the first field of a form, except on a touch screen, where the focus would open the keyboard over text that
 * the user has not read yet.
 */
export function focusFirstField(id: string): void {
  if (matchMedia('(pointer: fine)').matches) document.getElementById(id)?.focus({ preventScroll: true });
}
