/** The product's app behind a real HTTP server on loopback, for tests of the bytes on a connection. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../server/app.ts';
import { serverOptions } from '../server/http/server-limits.ts';

export interface RawResponse {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

export interface HttpServer {
  port: number;
  /** Sends a request on a connection of its own, with the path as it is, which `fetch` would normalize. */
  send(
    method: string,
    path: string,
    input?: { headers?: Record<string, string>; body?: string | Buffer },
  ): Promise<RawResponse>;
}

export async function withHttpServer<T>({ app }: { app: App }, work: (server: HttpServer) => Promise<T>): Promise<T> {
  await app.ready();
  const server = createServer(serverOptions, (incoming, outgoing) => app.routing(incoming, outgoing));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const send: HttpServer['send'] = async (method, path, { headers, body } = {}) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    const [answer] = (await once(outgoing.end(body), 'response')) as [IncomingMessage];
    const bytes = Buffer.concat(await answer.toArray());
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes };
  };
  try {
    return await work({ port, send });
  } finally {
    server.close();
  }
}
