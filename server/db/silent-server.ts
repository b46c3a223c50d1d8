/**
 * A host that vanishes closes no connection, and the system would wait for it for a
 * quarter of an hour. Here, when a connection that is at work has heard nothing for a
 * while, the server is asked over a new one. If it answers, the statement is a long one
 * and goes on; if not, every connection is given up, and the pool makes new ones.
 */
import type { Socket } from 'node:net';
import pg from 'pg';

const silentMs = 3_000;
const answerMs = 3_000;

export function giveUpSilentServer(pool: pg.Pool, connectionString: string): void {
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

/** With TLS it is another one at the end of connecting than at its beginning. */
function socketOf(client: pg.PoolClient): Socket {
  return client.connection.stream as Socket;
}

/** A refusal is an answer, too. */
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

/** The idle ones as well: each would make somebody wait as long again. */
function giveUp(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) {
    socket.destroy(Object.assign(new Error('The PostgreSQL server has fallen silent.'), { code: 'ETIMEDOUT' }));
  }
}
