/** What stands in the place of an account where a request names who works on a record; browsers need it without zod. */

/** Whoever calls. */
export const oneself = 'me';
export const nobody = 'nobody';
