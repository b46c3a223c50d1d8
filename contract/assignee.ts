/** What a request may send instead of an account's id to name an assignee; in a file without zod. */

/** The caller. */
export const oneself = 'me';
export const nobody = 'nobody';
