/** A product on a database server needs a key; this one protects only data of tests. */
export const testSecretKey = 'a key for tests that is no secret';
