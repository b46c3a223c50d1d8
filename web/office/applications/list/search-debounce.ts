/** The pause in typing after which the list searches for the typed text. */
export const searchDebounceMs = 250;
