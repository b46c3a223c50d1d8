import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Random bytes, each handed out once. Drawn in bulk: a draw costs the same for twelve bytes as for thousands. */
export function freshBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return Buffer.from(pool.subarray(used - count, used));
}

/** 96 random bits as 24 lower-case hex characters: the form of every id that leaves the server. */
export function newId(): string {
  return freshBytes(12).toString('hex');
}
