/**
 * Tracks the current request of each connection, for the code that closes connections. There is one entry for each
 * connection, which every request overwrites, and no timer for each request.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Connection {
  /** The answer to its latest request, finished or not. */
  answer: ServerResponse | null;
  /** When the head of that request arrived, by `performance.now()`. */
  askedAt: number;
}

export type Connections = ReadonlyMap<Duplex, Connection>;

export function watchConnections(server: Server): Connections {
  const connections = new Map<Duplex, Connection>();
  server.on('connection', (socket) => {
    connections.set(socket, { answer: null, askedAt: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, answer) => {
    const connection = connections.get(request.socket);
    // The connection was closed before its request was read.
    if (!connection) return;
    connection.answer = answer;
    connection.askedAt = performance.now();
    if (hasBody(request)) answer.once('finish', () => request.resume());
  });
  return connections;
}

/** Node discards a body that was not read at all; the rest of a partly read body would block the connection. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
