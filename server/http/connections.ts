/**
 * Tracks the current request of each connection, for the code that closes connections. There is one entry for each
 * connection, which every request overwrites, and no timer for each request.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Connection {
  /** The response to its latest request, finished or not. */
  response: ServerResponse | null;
  /** When the head of that request arrived, by `performance.now()`. */
  startedAt: number;
}

export type Connections = ReadonlyMap<Duplex, Connection>;

export function watchConnections(server: Server): Connections {
  const connections = new Map<Duplex, Connection>();
  server.on('connection', (socket) => {
    connections.set(socket, { response: null, startedAt: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket);
    // The connection was closed before its request was read.
    if (!connection) return;
    connection.response = response;
    connection.startedAt = performance.now();
    // Node discards a body that was not read at all; the rest of a partly read body would block the connection.
    response.once('finish', () => request.resume());
  });
  return connections;
}
