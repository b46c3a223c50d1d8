/** What every connection to PostgreSQL has in common, and the numbers of the locks that the product takes there. */

/** In milliseconds. A server whose machine has vanished is noticed after some of these pauses, not after two hours. */
export const connectionOptions = {
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** The OID of bigint, which is read as a number: nothing that the product counts is larger than 2⁵³. */
export const bigintOid = 20;

/** Advisory locks of one key; releases that run side by side must agree on them. */
export const advisoryLocks = {
  migration: 7_216_433,
  node: 7_216_434,
  backup: 7_216_435,
  keyRotation: 7_216_436,
} as const;
