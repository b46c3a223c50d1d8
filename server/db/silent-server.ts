/**
 * Detects a PostgreSQL server whose host has vanished: no connection is closed, and the operating system would wait for a
 * quarter of an hour. When a busy connection has received nothing for a while, this asks the server over a new one. If it
 * answers, the statement is just a long one and goes on; if not, every connection is closed, and the pool opens new ones.
 */
import type { Socket } from 'node:net';
import pg from 'pg';

const silentMs = 3_000;
const answerMs = 3_000;

export function closeSilentConnections(pool: pg.Pool, connectionString: string): void {
  const sockets = new Set<Socket>();
  let asking: Promise<boolean> | null = null;
  const listen = async (socket: Socket) => {
    asking ??= answers(connectionString).finally(() => {
      asking = null;
    });
    if (!(await asking)) giveUp(sockets);
    else if (socket.timeout) socket.setTimeout(silentMs);
  };
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('timeout', () => void listen(socket));
  });
  pool.on('acquire', (client) => void socketOf(client).setTimeout(silentMs));
  pool.on('release', (_, client) => void socketOf(client).setTimeout(0));
}

/** Read again each time: with TLS the socket is replaced while the client connects. */
function socketOf(client: pg.PoolClient): Socket {
  return client.connection.stream as Socket;
}

/** A refused connection is an answer, too. */
async function answers(connectionString: string): Promise<boolean> {
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

/** Closes the idle connections as well: each would make a request wait as long again. */
function giveUp(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) {
    socket.destroy(Object.assign(new Error('The PostgreSQL server has fallen silent.'), { code: 'ETIMEDOUT' }));
  }
}
