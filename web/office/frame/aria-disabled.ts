/**
 * The properties of a button that may be disabled while it has the focus, as by its own last step. The attribute
 * `disabled` would drop the focus. A form whose submit button has them ignores a second submission itself.
 */
export const ariaDisabled = (isDisabled: boolean, onClick?: () => void) => ({
  ...(isDisabled && { 'aria-disabled': true, 'data-disabled': true }),
  onClick: () => {
    if (!isDisabled) onClick?.();
  },
});
