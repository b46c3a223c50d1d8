/** What a request may send instead of an account's id, where it names who works on a record; in a file without zod. */

/** The caller. */
export const oneself = 'me';
export const nobody = 'nobody';
