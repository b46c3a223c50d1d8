/**
 * What each open connection is busy with, for whoever has to close it. One note a
 * connection, written over by each request: a note, a timer or a listener for each
 * request would cost as much as its headers.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Line {
  /** The answer to its latest request, finished or not. */
  answer: ServerResponse | null;
  /** When the head of that request was here, as `performance.now()` has it. */
  askedAt: number;
}

export type Lines = ReadonlyMap<Duplex, Line>;

export function watchLines(server: Server): Lines {
  const lines = new Map<Duplex, Line>();
  server.on('connection', (socket) => {
    lines.set(socket, { answer: null, askedAt: 0 });
    socket.once('close', () => lines.delete(socket));
  });
  server.on('request', ({ socket }, answer) => {
    const line = lines.get(socket);
    // Cut before its request was read.
    if (!line) return;
    line.answer = answer;
    line.askedAt = performance.now();
  });
  return lines;
}
