/**
 * Collects garbage where V8 would do it too late or at too high a price: after the start and after each busy time, and
 * while many bytes pass through buffers. This needs `--expose-gc`.
 */

interface Requests {
  on(event: 'request', listener: () => void): unknown;
}

const checkEveryMs = 1_000;
/** The polls of a load balancer do not count as busy. */
const quietRequests = 10;
/** After fewer requests a full collection frees too little to be worth its pause. */
const busyRequests = 1_000;

/**
 * V8 would otherwise keep its large heap while little is allocated, although other programs of a small machine could use
 * the memory.
 */
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

const passedBytesMax = 4 * 1024 * 1024;
let passedBytes = 0;

/**
 * To be called when this many bytes of buffers are no longer needed. Each buffer is a small object, so that very many
 * fit into the young generation before V8 collects it; meanwhile their bytes count towards the limit at which V8
 * collects the whole heap. Uploads miss their target in docs/performance.md without it.
 */
export function freeBuffers(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < passedBytesMax) return;
  passedBytes = 0;
  globalThis.gc?.({ type: 'minor' });
}
