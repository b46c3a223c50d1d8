/** The options of every connection to PostgreSQL, and the numbers of the advisory locks of the product. */

/** With keep-alives, a server whose machine has vanished is noticed soon, and not only after two hours. */
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
