/**
 * The properties of a button that may be switched off while it has the focus, as by its own last step. With `disabled`
 * the focus would be lost.
 */
export const switchedOff = (isOff: boolean, onClick: () => void) => ({
  ...(isOff && { 'aria-disabled': true, 'data-disabled': true }),
  onClick: () => {
    if (!isOff) onClick();
  },
});
