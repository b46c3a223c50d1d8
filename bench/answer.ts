/**
 * Reads one response over a keep-alive connection as it is on the wire. A bare server then sends the same bytes, so
 * that the two are comparable.
 */
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type RequestParts, typeOf } from './load.ts';

export interface Answer {
  status: number;
  /** Names and values alternate; the length and the headers that `node:http` adds itself are left out. */
  head: string[];
  body: Buffer;
  /** The bytes of head and body. */
  wireBytes: number;
}

const automaticHeaders = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);

export async function answerTo({
  port,
  method = 'GET',
  path,
  headers = {},
  json,
  form,
}: RequestParts): Promise<Answer> {
  const agent = new Agent({ keepAlive: true });
  const body = json === undefined ? form : JSON.stringify(json);
  const request = httpRequest({
    agent,
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { host: `localhost:${port}`, ...headers, ...(body && { 'content-type': typeOf(form) }) },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { socket, rawHeaders, statusCode = 0 } = response;
  const bytes = await buffer(response);
  const { bytesRead } = socket;
  agent.destroy();
  const head = rawHeaders.filter((_, at) => !automaticHeaders.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
  return { status: statusCode, head, body: bytes, wireBytes: bytesRead };
}

/** Throws unless the baseline sends the same bytes, since otherwise the two are not comparable. */
export function requireSame(product: Answer, baseline: Answer, what: string): void {
  if (product.status !== 200) throw new Error(`The product answered the ${what} with ${product.status}.`);
  if (!product.body.equals(baseline.body) || product.wireBytes !== baseline.wireBytes) {
    throw new Error(
      `For the ${what} the bare server sends ${baseline.wireBytes} bytes where the product sends ${product.wireBytes}:\n` +
        `${product.head.join(' ')}\n${baseline.head.join(' ')}`,
    );
  }
}
