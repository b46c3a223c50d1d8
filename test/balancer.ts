/**
 * A minimal load balancer: it polls the readiness of every node, sends requests to the ready ones in turn over
 * keep-alive connections, and retries none. A node that is slow to answer a check, or fails a single one, keeps its
 * state.
 */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Balancer {
  origin: string;
  /** Sends requests to this origin as soon as it is ready. */
  add(origin: string): void;
  remove(origin: string): void;
  close(): Promise<void>;
}

const checkEveryMs = 100;
/** After so many failed checks in a row a node gets no more requests, as in nginx and HAProxy. */
const failedChecksMax = 2;

export async function openBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  /** Whether each node was ready at its last check. */
  const nodes = new Map<string, boolean>();
  let turn = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    const ready = [...nodes].filter(([, isReady]) => isReady).map(([origin]) => origin);
    const node = ready[turn++ % ready.length];
    if (node) forward(node, agent, incoming, outgoing);
    else outgoing.writeHead(503, { 'x-balancer': 'no node' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  let isOpen = true;
  const watch = async (origin: string) => {
    let failedChecks = 0;
    while (isOpen && nodes.has(origin)) {
      const isReady = await fetch(`${origin}/readyz`).then(
        async (response) => (await response.text()) !== '' && response.ok,
        () => false,
      );
      failedChecks = isReady ? 0 : failedChecks + 1;
      if (nodes.has(origin) && (isReady || failedChecks >= failedChecksMax)) nodes.set(origin, isReady);
      await sleep(checkEveryMs);
    }
  };
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    add(origin) {
      nodes.set(origin, false);
      void watch(origin);
    },
    remove: (origin) => void nodes.delete(origin),
    async close() {
      isOpen = false;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}

function forward(node: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { connection: _, 'x-caller': caller = incoming.socket.remoteAddress, ...headers } = incoming.headers;
  const { method, url } = incoming;
  const onward = request(node + url, { agent, method, headers: { ...headers, 'x-forwarded-for': caller } });
  onward.on('response', (answer) => {
    const { connection: _, 'keep-alive': __, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, rest);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'x-balancer': error.code ?? 'error' }).end();
  });
  incoming.pipe(onward);
}
