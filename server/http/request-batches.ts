/**
 * Starts the requests that arrive in one turn of the event loop together, after the last of them was read, so that they
 * take each step side by side. One after the other, each would find the processor's caches filled by the one before it,
 * and would wake its caller separately. Without it the home page misses its target in docs/performance.md.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

export function batched(listener: RequestListener): RequestListener {
  let batch: [IncomingMessage, ServerResponse][] = [];
  const startBatch = () => {
    const requests = batch;
    batch = [];
    for (const [request, response] of requests) listener(request, response);
  };
  return (request, response) => {
    // Immediates run before Node reports closed connections, so each request starts in the state in which it arrived.
    if (batch.push([request, response]) === 1) setImmediate(startBatch);
  };
}
