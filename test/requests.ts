/** Sends requests to the app without a connection, with the arguments and the result of `fetch`. */
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { App } from '../server/app.ts';

export type SendRequest = (target: string, init?: RequestInit) => Promise<Response>;

/** A target without an origin is requested from `origin`. */
export function requestsTo(app: App, origin: string, remoteAddress = '203.0.113.5'): SendRequest {
  return async (target, init = {}) => {
    const request = new Request(target.startsWith('http') ? target : origin + target, init);
    return inject(app, request, init, remoteAddress);
  };
}

async function inject(app: App, request: Request, init: RequestInit, remoteAddress: string): Promise<Response> {
  const { host, pathname, search } = new URL(request.url);
  const headers: Record<string, string> = { host, 'user-agent': '', ...Object.fromEntries(request.headers) };
  const isStream = init.body instanceof ReadableStream;
  const {
    statusCode,
    headers: responseHeaders,
    rawPayload,
  } = await app.inject({
    method: request.method as 'GET',
    // With the host before it, a path that begins with two slashes is not taken for a host.
    url: `http://${host}${pathname}${search}`,
    headers,
    remoteAddress,
    ...(request.body && {
      payload: isStream ? Readable.fromWeb(request.body as WebStream) : Buffer.from(await request.arrayBuffer()),
    }),
  });
  const hasBody = request.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;
  const response = new Response(hasBody ? new Uint8Array(rawPayload) : null, { status: statusCode });
  for (const [name, value] of Object.entries(responseHeaders)) {
    if (connectionHeaders.has(name)) continue;
    for (const each of Array.isArray(value) ? value : [value]) response.headers.append(name, String(each));
  }
  return response;
}

/** Headers that belong to the connection, and differ from one answer to the next. */
const connectionHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);
