/**
 * Collects garbage after the start and after each busy time, as soon as the server is quiet. Otherwise V8 would keep
 * its large heap while little is allocated, although other programs of a small machine could use the memory. This needs
 * `--expose-gc`.
 */

interface Requests {
  on(event: 'request', listener: () => void): unknown;
}

const checkEveryMs = 1_000;
/** The polls of a load balancer do not count as busy. */
const quietRequests = 10;
/** After fewer requests a full collection frees too little to be worth its pause. */
const busyRequests = 1_000;

export function collectGarbageWhenQuiet(server: Requests): void {
  let requests = 0;
  let requestsSinceCollection = busyRequests;
  server.on('request', () => requests++);
  setInterval(() => {
    if (requests > quietRequests) requestsSinceCollection += requests;
    else if (requestsSinceCollection >= busyRequests) {
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      requestsSinceCollection = 0;
    }
    requests = 0;
  }, checkEveryMs).unref();
}
