/**
 * An advisory lock in the PostgreSQL server, which one process has at a time, or several that share it. A separate
 * connection holds it, so the server releases it however the process ends, and soon after its machine has vanished.
 */
import type pg from 'pg';
import { connectionOptions } from './postgres-connection.ts';

/** How long the server may take to confirm that a connection has ended. */
const confirmMs = 1_000;

/** Returns the connection that holds the lock; null where another process has the lock. */
export async function takeServerLock(
  databaseUrl: string,
  { lock, isShared = false, name }: { lock: number; isShared?: boolean; name: string },
): Promise<pg.Client | null> {
  const { Client } = await import('pg');
  const client = new Client({
    connectionString: databaseUrl,
    application_name: name,
    ...connectionOptions,
  });
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {});
  await client.connect();
  // The server notices within half a minute, not after two hours, that the machine of a node has vanished.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  const lockFunction = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  const { rows } = await client.query<{ held: boolean }>(`select ${lockFunction}($1) as held`, [lock]);
  if (rows[0]?.held) return client;
  await client.end();
  return null;
}

/**
 * Closes the connection, and waits a moment for the server to confirm it. An unreachable server releases the lock when
 * it finds the connection dead.
 */
export async function releaseServerLock(client: pg.Client): Promise<void> {
  const giveUp = setTimeout(() => client.connection.stream.destroy(), confirmMs);
  await client.end().catch(() => {});
  clearTimeout(giveUp);
}
