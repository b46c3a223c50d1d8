/**
 * The short way for what nearly everybody comes for: a call that fits into one small JSON
 * body, and a page that stands ready. Both go from Node's server to their handler and back
 * as plain values; a framework's `Request`, `Response` and middleware on the way cost as
 * much as the answer. Whatever is out of the ordinary is left to the framework.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import type { World } from '../context.ts';
import { newId } from '../identifiers.ts';
import { Refusal } from '../refusal.ts';
import type { Answer } from './answer.ts';
import { callerAddress, trustedProxies } from './caller.ts';
import { chooseEncoding, compress, compressedBytesMin } from './compress.ts';
import { isCrossSiteWrite } from './cross-site.ts';
import { errorAnswer } from './error-answer.ts';
import { errorDetail, type Log, logAnswer } from './log.ts';
import { type Asked, type Handler, serve } from './routes.ts';
import { keptNowhere, secureHeadersOf } from './security-headers.ts';

/** True when it has taken the request and will answer it. */
export type DirectDoor = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

export type DirectCalls = Partial<Record<EndpointName, Handler<Answer>>>;

export type ReadyPage = (
  path: string,
  asked: Asked['headers'],
) => { status: number; head: string[]; bytes: Uint8Array | null } | null;

export function openDirectDoor(parts: World & { log: Log }, calls: DirectCalls, readyPage: ReadyPage): DirectDoor {
  const { settings, log } = parts;
  const trusted = trustedProxies(settings.trustedProxies);
  const always = { ...secureHeadersOf(settings.isHttps), ...keptNowhere };
  const routes = new Map(
    (Object.keys(calls) as EndpointName[]).map((name) => [`${endpoints[name].method} ${endpoints[name].path}`, name]),
  );

  /** One call, from its body to its line in the log. */
  const answerCall = async (name: EndpointName, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const started = performance.now();
    const { method, path: route } = endpoints[name];
    const requestId = newId();
    const request = askedOf(incoming);
    let answer: Answer;
    try {
      if (isCrossSiteWrite(method, request.headers, settings.publicUrl)) throw new Refusal('cross_site');
      const address = callerAddress({ incoming }, request.headers.get('x-forwarded-for') ?? undefined, trusted);
      answer = await serve(parts, name, calls[name] as Handler<Answer>, { request, params: {}, address });
    } catch (error) {
      answer = errorAnswer(error, parts, { requestId, route });
    }
    const { status, headers, cookies, text } = answer;
    const head: Record<string, string | readonly string[]> = {
      ...always,
      ...headers,
      vary: 'accept-encoding',
      'x-request-id': requestId,
    };
    if (cookies.length) head['set-cookie'] = cookies;
    await write(outgoing, status, head, text ?? '', request.headers.get('accept-encoding'));
    logAnswer(log, started, { requestId, method, route, status });
  };

  const answerPage = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { method = '', url = '' } = incoming;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const started = performance.now();
    const page = readyPage(url.split('?', 1)[0] ?? '', headersOf(incoming));
    if (!page) return false;
    const requestId = newId();
    page.head.push('x-request-id', requestId);
    outgoing.writeHead(page.status, page.head);
    outgoing.end(page.bytes);
    logAnswer(log, started, { requestId, method, route: 'page', status: page.status });
    return true;
  };

  return (incoming, outgoing) => {
    const name = routes.get(`${incoming.method} ${incoming.url}`);
    if (!name) return answerPage(incoming, outgoing);
    if (!isShort(incoming)) return false;
    answerCall(name, incoming, outgoing).catch((error: unknown) => {
      log.error({ route: endpoints[name].path, ...errorDetail(error) }, 'an answer could not be written');
      outgoing.destroy();
    });
    return true;
  };
}

/** A body of known length that may be read at once: Node cuts it there. */
function isShort({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= limits.jsonBodyBytesMax;
}

function askedOf(incoming: IncomingMessage): Asked {
  const { method = '', url = '' } = incoming;
  return { method, url, headers: headersOf(incoming), body: null, bytes: () => bytesOf(incoming) };
}

function headersOf({ headers }: IncomingMessage): Asked['headers'] {
  return {
    get(name) {
      const value = headers[name];
      return value === undefined ? null : String(value);
    },
  };
}

function bytesOf(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    // Also for a caller who has gone.
    incoming.on('error', reject);
  });
}

async function write(
  outgoing: ServerResponse,
  status: number,
  head: Record<string, string | readonly string[]>,
  text: string,
  accept: string | null,
): Promise<void> {
  let body: string | Buffer = text;
  const encoding = accept && Buffer.byteLength(text) >= compressedBytesMin ? chooseEncoding(accept) : null;
  if (encoding) {
    body = await compress[encoding](Buffer.from(text));
    head['content-encoding'] = encoding;
  }
  // Nobody is there any more.
  if (outgoing.destroyed) return;
  head['content-length'] = String(Buffer.byteLength(body));
  outgoing.writeHead(status, head as Record<string, string | string[]>);
  outgoing.end(body);
}
