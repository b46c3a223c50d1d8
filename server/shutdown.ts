/**
 * How a node stops. A balancer learns only by asking that it must send no more requests, so the node goes on answering
 * until it was told; where nobody asks, nobody is waited for. Fastify's `close` knows neither.
 */
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './http/connections.ts';

export interface Readiness {
  /** What `/readyz` asks. */
  isReady(): boolean;
  /** From now on not ready; resolves once a caller that asks regularly has been told. */
  leave(): Promise<void>;
}

/** Who asks less often is somebody who waited for the start. */
const askedTimes = 3;
const askedWithinMs = 30_000;
/** Balancers believe it at the second or third time. */
const tellTimes = 3;
const leaveMsMax = 8_000;
/** For requests that were sent before the last answer arrived. */
const settleMs = 200;
const drainMs = 20_000;

export function openReadiness(): Readiness {
  let asked: number[] = [];
  let left = Number.POSITIVE_INFINITY;
  let told = () => {};
  return {
    isReady() {
      asked = [...asked.slice(1 - askedTimes), Date.now()];
      if (left === Number.POSITIVE_INFINITY) return true;
      if (--left === 0) told();
      return false;
    },
    async leave() {
      left = tellTimes;
      const since = Date.now() - askedWithinMs;
      if (asked.filter((at) => at > since).length < askedTimes) return;
      const enough = new Promise<void>((resolve) => (told = resolve));
      await Promise.race([enough, sleep(leaveMsMax)]);
      await sleep(settleMs);
    },
  };
}

/** Lets balancers look elsewhere and requests in flight finish; a kept connection is closed at once or after its answer. */
export async function drain(server: Server, connections: Connections, readiness: Readiness): Promise<void> {
  for (const { answer } of connections.values()) if (answer && !answer.writableFinished) closeAfter(answer);
  server.prependListener('request', (_, answer) => closeAfter(answer));
  await readiness.leave();
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(timer);
}

/** Node would wait for a next request, which then is cut off in the middle of its answer. */
function closeAfter(answer: ServerResponse): void {
  const { socket } = answer;
  answer.shouldKeepAlive = false;
  answer.once('finish', () => socket?.end());
}
