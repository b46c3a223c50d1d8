/**
 * Keeps a second node away from a PostgreSQL database while a node with files on its own disk uses it, because the second
 * would not find those files. Nodes that share a bucket share the lock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { advisoryLocks } from './postgres-connection.ts';
import { releaseServerLock, takeServerLock } from './server-lock.ts';

const lock = advisoryLocks.node;
const againAfterMs = 1_000;
/** The server may take a moment to notice that the process before this one has ended. */
const startTries = 5;
const betweenStartTriesMs = 200;

interface NodePlace {
  databaseUrl: string | null;
  bucket: unknown;
}

/** Returns a function that releases the lock. */
export async function lockDatabase({ databaseUrl, bucket }: NodePlace): Promise<() => Promise<void>> {
  if (!databaseUrl) return async () => {};
  let held: pg.Client | null = null;
  let isOver = false;

  const take = async (): Promise<boolean> => {
    const client = await takeServerLock(databaseUrl, { lock, isShared: Boolean(bucket), name: 'maplegate node' });
    if (!client) return false;
    held = client;
    // The connection ends when the server restarts or another takes over.
    client.once('end', () => void takeAgain());
    return true;
  };
  const takeAgain = async () => {
    while (!isOver && !(await take().catch(() => false))) await sleep(againAfterMs, undefined, { ref: false });
  };

  for (let tries = 1; !(await take()); tries++) {
    if (tries === startTries) {
      throw new OperatorError(
        'Another node runs on the database of DATABASE_URL, and their files would not be shared. Set STORAGE_URL to the same bucket for all nodes, or stop the other node.',
      );
    }
    await sleep(betweenStartTriesMs);
  }
  return async () => {
    isOver = true;
    if (held) await releaseServerLock(held);
  };
}
