/**
 * Keeps a second node away from a PostgreSQL database while a node runs on it that keeps files on its own disk, where
 * the other would not find them. A session of the server holds the lock, so it ends with the process, whatever way
 * that ends. Nodes that share a bucket share the lock.
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

/** Gives what lets go of it. */
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
    // The server was restarted, or is another one now.
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
  // A machine that vanished lets go within half a minute, not after two hours.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  return client;
}
