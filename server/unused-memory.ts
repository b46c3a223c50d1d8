/**
 * Gives memory back once a busy time, or the start, is over. V8 keeps the heap that it has grown to while little is
 * allocated afterwards, although other programs of a small machine could use it. Only `--expose-gc` makes this possible.
 */
import type { Server } from 'node:http';

const quietMs = 1_000;
/** What fewer requests leave is not worth the tenths of a second for which nothing else is done. */
const requestsMin = 1_000;

export function giveBackWhenQuiet(server: Server): void {
  let requests = requestsMin;
  let requestsBefore = 0;
  server.on('request', () => requests++);
  setInterval(() => {
    if (requests >= requestsMin && requests === requestsBefore) {
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      requests = 0;
    }
    requestsBefore = requests;
  }, quietMs).unref();
}
