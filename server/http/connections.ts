/**
 * What each open connection is busy with, for those who have to close it. There is one note a connection, which each
 * request writes over: a note or a timer for each request would cost as much as its headers.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Connection {
  /** The answer to its latest request, finished or not. */
  answer: ServerResponse | null;
  /** When the head of that request was here, as `performance.now()` has it. */
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
    // The connection was cut before its request was read.
    if (!connection) return;
    connection.answer = answer;
    connection.askedAt = performance.now();
    if (hasBody(request)) answer.once('finish', () => request.resume());
  });
  return connections;
}

/** Node discards a body of which nothing was read; the rest of one of which a part was read would block the connection. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
