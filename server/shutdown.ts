/**
 * Graceful shutdown. A load balancer learns only from `/readyz` that it must send no more requests, so the node goes on
 * answering until the balancer has polled; it waits only when something polls. Fastify's `close` does not do this.
 */
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './http/connections.ts';

export interface Readiness {
  /** The answer of `/readyz`, which counts as a poll. */
  isReady(): boolean;
  /** Not ready from now on; resolves once a caller that polls regularly has seen it. */
  leave(): Promise<void>;
}

/** A caller that polls less often only waited for the start. */
const regularPolls = 3;
const regularWithinMs = 30_000;
/** Balancers act on the second or third failed check. */
const refusedPolls = 3;
const leaveMsMax = 8_000;
/** For requests that were sent before the last answer arrived. */
const settleMs = 200;
const drainMs = 20_000;

export function openReadiness(): Readiness {
  let polls: number[] = [];
  let left = Number.POSITIVE_INFINITY;
  let polled = () => {};
  return {
    isReady() {
      polls = [...polls.slice(1 - regularPolls), Date.now()];
      if (left === Number.POSITIVE_INFINITY) return true;
      if (--left === 0) polled();
      return false;
    },
    async leave() {
      left = refusedPolls;
      const since = Date.now() - regularWithinMs;
      if (polls.filter((at) => at > since).length < regularPolls) return;
      const enough = new Promise<void>((resolve) => (polled = resolve));
      await Promise.race([enough, sleep(leaveMsMax)]);
      await sleep(settleMs);
    },
  };
}

/** Waits for balancers and for requests in flight; closes an idle connection at once, another after its answer. */
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

/** Otherwise Node would wait for a next request and cut that off in the middle of its answer. */
function closeAfter(answer: ServerResponse): void {
  const { socket } = answer;
  answer.shouldKeepAlive = false;
  answer.once('finish', () => socket?.end());
}
