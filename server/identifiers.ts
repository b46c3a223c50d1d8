import { randomFillSync } from 'node:crypto';

const idBytes = 12;
const pool = Buffer.alloc(4_096);
let used = pool.length;

/**
 * 96 random bits as 24 lower-case hex characters: the form of every id that leaves the server. Drawn in bulk: a draw costs
 * the same for twelve bytes as for thousands.
 */
export function newId(): string {
  if (used + idBytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.toString('hex', used - idBytes, used);
}
