/** The product's app behind a real server on loopback, for what only bytes on a connection show. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../server/app.ts';
import { listenerOptions } from '../server/http/server.ts';
import { createLog } from '../server/log.ts';
import type { Settings } from '../server/settings.ts';

export interface WireAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  /** Whether the short way past the framework took it. */
  isDirect: boolean;
}

export interface Wire {
  port: number;
  /** On a connection of its own. The path goes out as it is, which no `fetch` would let it. */
  send(
    method: string,
    path: string,
    input?: { headers?: Record<string, string>; body?: string | Buffer },
  ): Promise<WireAnswer>;
}

export async function onTheWire<T>(
  { app, settings }: { app: App; settings: Settings },
  work: (wire: Wire) => Promise<T>,
): Promise<T> {
  const listener = getRequestListener(app.fetch, listenerOptions(settings, createLog('silent')));
  /** Which door each took, by the port that it came from. */
  const directFrom = new Map<number | undefined, boolean>();
  const server = createServer((incoming, outgoing) => {
    const isDirect = app.direct(incoming, outgoing);
    directFrom.set(incoming.socket.remotePort, isDirect);
    if (!isDirect) void listener(incoming, outgoing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const send: Wire['send'] = async (method, path, { headers, body } = {}) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    const [answer] = (await once(outgoing.end(body), 'response')) as [IncomingMessage];
    const isDirect = directFrom.get(answer.socket.localPort) ?? false;
    const bytes = Buffer.concat(await answer.toArray());
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, isDirect };
  };
  try {
    return await work({ port, send });
  } finally {
    server.close();
  }
}
