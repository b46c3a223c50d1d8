/** Any product on a database server needs a key of its own; this one protects nothing but what tests made up. */
export const testSecretKey = 'a key for tests that is no secret';
