/** How long a pause in typing has to be before the list looks for what stands there. */
export const searchDebounceMs = 250;
