/**
 * Gives memory back after the start and after each busy time, as soon as it is quiet. V8 keeps the heap that it has grown
 * to while little is allocated afterwards, although other programs of a small machine could use it. Only `--expose-gc`
 * makes this possible.
 */

interface Requests {
  on(event: 'request', listener: () => void): unknown;
}

const lookEveryMs = 1_000;
/** A balancer that asks whether the product is ready does not make it busy. */
const quietRequests = 10;
/** After fewer requests a full collection frees too little to be worth its pause. */
const busyRequests = 1_000;

export function collectGarbageWhenQuiet(server: Requests): void {
  let requests = 0;
  let sinceGivenBack = busyRequests;
  server.on('request', () => requests++);
  setInterval(() => {
    if (requests > quietRequests) sinceGivenBack += requests;
    else if (sinceGivenBack >= busyRequests) {
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      sinceGivenBack = 0;
    }
    requests = 0;
  }, lookEveryMs).unref();
}
