/**
 * Prevents a second node on a PostgreSQL database while a node with files on its own disk uses it, because the second
 * node would not find those files. Nodes that share a bucket share the lock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { advisoryLocks } from './postgres-connection.ts';
import { releaseServerLock, takeServerLock } from './server-lock.ts';

const lock = advisoryLocks.node;
const reacquireMs = 1_000;
/** The server may need a moment to notice that the previous process has ended. */
const startTries = 5;
const startRetryMs = 200;

interface NodePlace {
  databaseUrl: string | null;
  bucket: unknown;
}

/** Returns a function that releases the lock. */
export async function lockDatabase({ databaseUrl, bucket }: NodePlace): Promise<() => Promise<void>> {
  if (!databaseUrl) return async () => {};
  let held: pg.Client | null = null;
  let isReleased = false;

  const acquire = async (): Promise<boolean> => {
    const client = await takeServerLock(databaseUrl, { lock, isShared: Boolean(bucket), name: 'maplegate node' });
    if (!client) return false;
    // The release came while the lock was being taken.
    if (isReleased) {
      await releaseServerLock(client);
      return true;
    }
    held = client;
    // The connection ends when the server restarts or fails over.
    client.once('end', () => void reacquire());
    return true;
  };
  const reacquire = async () => {
    while (!isReleased && !(await acquire().catch(() => false))) await sleep(reacquireMs, undefined, { ref: false });
  };

  for (let tries = 1; !(await acquire()); tries++) {
    if (tries === startTries) {
      throw new OperatorError(
        'Another node runs on the database of DATABASE_URL, and their files would not be shared. Set STORAGE_URL to the same bucket for all nodes, or stop the other node.',
      );
    }
    await sleep(startRetryMs);
  }
  return async () => {
    isReleased = true;
    if (held) await releaseServerLock(held);
  };
}
