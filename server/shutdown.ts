/**
 * Graceful shutdown. A load balancer learns only from `/readyz` that it must send no more requests, so the node goes on
 * answering until the balancer has polled; it waits only when something polls. Fastify's `close` does not do this.
 */
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './http/connections.ts';

export const stopSignals = ['SIGINT', 'SIGTERM'] as const;
export type StopSignal = (typeof stopSignals)[number];

/** Ends the process with the exit code of one that the signal has ended. */
export function exitBy(signal: StopSignal): never {
  process.exit(128 + constants.signals[signal]);
}

export interface Readiness {
  /** The answer of `/readyz`, which counts as a poll. */
  answerPoll(): boolean;
  /** Not ready from now on; resolves once a load balancer that polls regularly has seen it. */
  withdraw(): Promise<void>;
}

/** A caller that polls less often only waited for the start. */
const regularPolls = 3;
const regularWithinMs = 30_000;
/** Balancers act on the second or third failed check. */
const failedPolls = 3;
const withdrawMsMax = 8_000;
/** For requests that were sent before the last poll was answered. */
const settleMs = 200;
const drainMs = 20_000;

export function openReadiness(): Readiness {
  let polls: number[] = [];
  let pollsToFail = Number.POSITIVE_INFINITY;
  let onLastPoll = () => {};
  return {
    answerPoll() {
      polls = [...polls.slice(1 - regularPolls), Date.now()];
      if (pollsToFail === Number.POSITIVE_INFINITY) return true;
      if (--pollsToFail === 0) onLastPoll();
      return false;
    },
    async withdraw() {
      pollsToFail = failedPolls;
      const since = Date.now() - regularWithinMs;
      if (polls.filter((at) => at > since).length < regularPolls) return;
      const lastPoll = new Promise<void>((resolve) => (onLastPoll = resolve));
      await Promise.race([lastPoll, sleep(withdrawMsMax)]);
      await sleep(settleMs);
    },
  };
}

/** Waits for balancers and for requests in flight; closes an idle connection at once, another after its response. */
export async function drain(server: Server, connections: Connections, readiness: Readiness): Promise<void> {
  for (const { response } of connections.values()) if (response && !response.writableFinished) closeAfter(response);
  server.prependListener('request', (_, response) => closeAfter(response));
  await readiness.withdraw();
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(timer);
}

/** Otherwise Node would wait for a next request and cut that off in the middle of its response. */
function closeAfter(response: ServerResponse): void {
  const { socket } = response;
  response.shouldKeepAlive = false;
  response.once('finish', () => socket?.end());
}
