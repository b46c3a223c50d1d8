/**
 * The short way for what nearly everybody comes for: a call that fits into one small JSON
 * body, a file, and a page that stands ready. They go from Node's server to their handler and back
 * as plain values; a framework's `Request`, `Response` and middleware on the way cost as
 * much as the answer. Whatever is out of the ordinary is left to the framework.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import type { World } from '../context.ts';
import { newId } from '../identifiers.ts';
import { errorDetail, type Log, logAnswer } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { isStorageKey } from '../storage/storage.ts';
import type { Answer } from './answer.ts';
import { callerAddress, trustedProxies } from './caller.ts';
import { isCrossSiteWrite } from './cross-site.ts';
import { errorAnswer } from './error-answer.ts';
import { isNavigation } from './navigation.ts';
import { type Asked, type Handler, serve } from './routes.ts';
import { keptNowhere, secureHeadersOf } from './security-headers.ts';
import { writeAnswer } from './write-answer.ts';

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
  const always = Object.entries({ ...secureHeadersOf(settings.isHttps), ...keptNowhere });
  const routes = routesOf(calls);

  /** One call, from its body to its line in the log. */
  const answerCall = async ({ name, params }: Route, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const started = performance.now();
    const { method, path: route } = endpoints[name];
    const requestId = newId();
    const request = askedOf(incoming);
    let answer: Answer;
    try {
      if (isCrossSiteWrite(method, request.headers, settings.publicUrl)) throw new Refusal('cross_site');
      const address = callerAddress({ incoming }, request.headers.get('x-forwarded-for') ?? undefined, trusted);
      answer = await serve(parts, name, calls[name] as Handler<Answer>, { request, params, address });
    } catch (error) {
      answer = errorAnswer(error, parts, { requestId, route });
    }
    await writeAnswer(outgoing, answer, { always, requestId, accept: request.headers.get('accept-encoding') });
    const { status } = answer;
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
    const route = routes(incoming.method, incoming.url);
    if (!route) return answerPage(incoming, outgoing);
    // To a person an error of a file is told in a page, which the framework has.
    if (!isShort(incoming) || isNavigation(incoming.method, headersOf(incoming))) return false;
    answerCall(route, incoming, outgoing).catch((error: unknown) => {
      log.error({ route: endpoints[route.name].path, ...errorDetail(error) }, 'an answer could not be written');
      outgoing.destroy();
    });
    return true;
  };
}

interface Route {
  name: EndpointName;
  params: Record<string, string>;
}

/** Paths as they stand, and those that end in the name of a stored file; whatever else stands there is left to the framework. */
function routesOf(calls: DirectCalls): (method?: string, url?: string) => Route | null {
  const routes = new Map<string, (name: string) => Route>();
  for (const name of Object.keys(calls) as EndpointName[]) {
    const { method, path } = endpoints[name];
    const [, start = path, param] = /^(.*)\{(\w+)\}$/.exec(path) ?? [];
    routes.set(`${method} ${start}`, (value) => ({ name, params: param ? { [param]: value } : {} }));
  }
  return (method, url = '') => {
    const whole = routes.get(`${method} ${url}`);
    if (whole) return whole('');
    const at = url.lastIndexOf('/') + 1;
    const value = url.slice(at);
    return isStorageKey(value) ? (routes.get(`${method} ${url.slice(0, at)}`)?.(value) ?? null) : null;
  };
}

/** A body of known length that may be read at once: Node cuts it there. */
function isShort({ method, headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return method === 'GET' ? !(length ?? coding) : Number(length ?? Number.NaN) <= limits.jsonBodyBytesMax;
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
