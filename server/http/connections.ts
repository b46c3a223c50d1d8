/**
 * What each open connection is busy with, for whoever has to close it. One note a
 * connection, written over by each request: a note, a timer or a listener for each
 * request would cost as much as its headers.
 */
import type { Server, ServerResponse } from 'node:http';
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
  server.on('request', ({ socket }, answer) => {
    const connection = connections.get(socket);
    // Cut before its request was read.
    if (!connection) return;
    connection.answer = answer;
    connection.askedAt = performance.now();
  });
  return connections;
}
