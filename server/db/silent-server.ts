/**
 * Detects a PostgreSQL server whose host has vanished: no connection is closed, and the operating system would wait for
 * a quarter of an hour. When a busy connection has received nothing for a while, this probes the server over a new one.
 * If it answers, the statement only takes long; if not, every connection is closed, and the pool opens new ones.
 */
import type { Socket } from 'node:net';
import pg from 'pg';

const silentMs = 3_000;
const answerMs = 3_000;

export function closeSilentConnections(pool: pg.Pool, connectionString: string): void {
  const sockets = new Set<Socket>();
  let probing: Promise<boolean> | null = null;
  const onSilence = async (socket: Socket) => {
    probing ??= probe(connectionString).finally(() => {
      probing = null;
    });
    if (!(await probing)) closeAll(sockets);
    else if (socket.timeout) socket.setTimeout(silentMs);
  };
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('timeout', () => void onSilence(socket));
  });
  pool.on('acquire', (client) => void socketOf(client).setTimeout(silentMs));
  pool.on('release', (_, client) => void socketOf(client).setTimeout(0));
}

/** Read again each time: with TLS the socket is replaced while the client connects. */
function socketOf(client: pg.PoolClient): Socket {
  return client.connection.stream as Socket;
}

/** Whether the server answers; a refused connection is an answer, too. */
async function probe(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: answerMs });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => {});
  }
}

/** Closes idle connections as well: each of them would make a request wait as long again. */
function closeAll(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) {
    socket.destroy(Object.assign(new Error('The PostgreSQL server has fallen silent.'), { code: 'ETIMEDOUT' }));
  }
}
