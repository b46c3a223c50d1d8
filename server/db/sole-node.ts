/**
 * Keeps a second node away from a PostgreSQL database while a node with files on its own disk uses it, because the second
 * would not find those files. A connection holds the lock, so the server releases it however the process ends. Nodes that
 * share a bucket share the lock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error.ts';

const lock = 7_216_434;
const againAfterMs = 1_000;
/** The server may take a moment to notice that the process before this one has ended. */
const startTries = 5;
const betweenStartTriesMs = 200;

interface NodePlace {
  databaseUrl: string | null;
  bucket: unknown;
}

/** Returns a function that releases the lock. */
export async function holdDatabase({ databaseUrl, bucket }: NodePlace): Promise<() => Promise<void>> {
  if (!databaseUrl) return async () => {};
  const way = bucket ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  let held: pg.Client | null = null;
  let isOver = false;

  const take = async (): Promise<boolean> => {
    const client = await connect(databaseUrl);
    const { rows } = await client.query<{ held: boolean }>(`select ${way}(${lock}) as held`);
    if (!rows[0]?.held) {
      await client.end();
      return false;
    }
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
      throw new StartError(
        'Another node runs on the database of DATABASE_URL, and their files would not be shared. Set STORAGE_URL to the same bucket for all nodes, or stop the other node.',
      );
    }
    await sleep(betweenStartTriesMs);
  }
  return async () => {
    isOver = true;
    await held?.end().catch(() => {});
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'maplegate node',
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {});
  await client.connect();
  // The server notices within half a minute, not after two hours, that the machine of a node has vanished.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  return client;
}
