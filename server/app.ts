/**
 * The product as one function: requests in, answers out. The order of the middleware
 * and the mount table stand here; database, storage and clock are arguments.
 */
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { applicationHandlers } from './applications/applications.api.ts';
import { auditHandlers } from './audit/audit.api.ts';
import type { World } from './context.ts';
import { enquiryHandlers } from './enquiry/enquiry.api.ts';
import { fileHandlers } from './files/files.api.ts';
import { errorResponse, refusalOf } from './http/answers.ts';
import type { Assets } from './http/assets.ts';
import { type Bindings, callerAddress, trustedProxies } from './http/caller.ts';
import { compressed } from './http/compress.ts';
import { expiredSessionCookies } from './http/cookies.ts';
import { crawlerFiles } from './http/crawlers.ts';
import { isCrossSiteWrite } from './http/cross-site.ts';
import { errorDetail, type Log } from './http/log.ts';
import { type Env, mountEndpoints } from './http/routes.ts';
import { pagePolicy, secureHeaders } from './http/security-headers.ts';
import { newId } from './identifiers.ts';
import { Refusal } from './refusal.ts';
import { sessionHandlers } from './sessions/sessions.api.ts';
import { slideHandlers } from './slides/slides.api.ts';
import { userHandlers } from './users/users.api.ts';

/** What a rendered page is given: the way to the API within the process, and a nonce for its scripts. */
export interface PageDoor {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  nonce: string;
  settings: Pick<World['settings'], 'publicUrl' | 'brand'>;
  /** Puts an error of rendering into the log. */
  reportError: (error: unknown) => void;
}
export type Pages = (request: Request, door: PageDoor) => Promise<Response>;

export interface AppParts extends World {
  log: Log;
  pages: Pages;
  assets: Assets;
  /** False once a shutdown has begun. */
  isReady: () => boolean;
}

export type App = Hono<Env>;

const trick = /\/\/|\\|%2f|%5c|%00|%2e|(^|\/)\.{1,2}(\/|$)/i;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const handedOn = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'accept-language'];

export function createApp(parts: AppParts): App {
  const app: App = new Hono<Env>({ getPath: rawPath });
  const trusted = trustedProxies(parts.settings.trustedProxies);

  app.use(async (http, next) => {
    const started = performance.now();
    const requestId = http.env?.inProcess?.requestId ?? newId();
    http.set('requestId', requestId);
    http.set('route', 'unmatched');
    http.set('address', callerAddress(http.env, http.req.header('x-forwarded-for'), trusted));
    await next();
    if (http.env?.inProcess) return;
    secureHeaders(http.res.headers, parts.settings.isHttps);
    http.res.headers.set('x-request-id', requestId);
    const response = await compressed(http.res, http.req.header('accept-encoding') ?? null);
    // Hono would copy the headers of the one into the other, and make streams of both.
    if (response !== http.res) {
      http.res = undefined;
      http.res = response;
    }
    parts.log.info({
      requestId,
      method: http.req.method,
      route: http.get('route'),
      status: http.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  });

  app.use(async (http, next) => {
    const path = http.req.path;
    if (trick.test(path)) throw new Refusal('bad_request');
    if (isCrossSiteWrite(http.req.method, http.req.raw.headers, parts.settings.publicUrl))
      throw new Refusal('cross_site');
    await next();
    if (path.startsWith('/api') && !http.res.headers.has('cache-control'))
      http.res.headers.set('cache-control', 'no-store');
  });

  app.get('/healthz', (http) => {
    http.set('route', '/healthz');
    return http.json({ status: 'ok' });
  });
  app.get('/readyz', async (http) => {
    http.set('route', '/readyz');
    if (!parts.isReady()) throw new Refusal('shutting_down', { headers: { 'retry-after': '5' } });
    await Promise.all([parts.database.check(), parts.storage.check()]).catch((cause) => {
      throw new Refusal('unavailable', { headers: { 'retry-after': '2' } }, { cause });
    });
    return http.json({ status: 'ready' });
  });
  const forCrawlers = crawlerFiles(parts.settings.publicUrl);
  for (const [path, { type, text }] of forCrawlers) {
    app.get(path, (http) => {
      http.set('route', path);
      return http.body(text, 200, { 'content-type': type, 'cache-control': 'public, max-age=3600' });
    });
  }
  for (const path of ['/healthz', '/readyz', ...forCrawlers.keys()]) {
    app.all(path, (http) => {
      http.set('route', path);
      throw new Refusal('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
    });
  }

  mountEndpoints(app, parts, {
    ...userHandlers,
    ...sessionHandlers,
    ...applicationHandlers,
    ...enquiryHandlers,
    ...fileHandlers,
    ...slideHandlers,
    ...auditHandlers,
  });
  app.all('/api', () => {
    throw new Refusal('not_found');
  });
  app.all('/api/*', () => {
    throw new Refusal('not_found');
  });

  app.all('*', async (http) => {
    if (!['GET', 'HEAD', 'POST'].includes(http.req.method)) {
      throw new Refusal('method_not_allowed', { headers: { allow: 'GET, HEAD, POST' } });
    }
    const asset = http.req.method === 'POST' ? null : parts.assets(http.req.path, http.req.raw);
    http.set('route', asset ? 'asset' : 'page');
    if (asset) return asset;
    const elsewhere = otherLoopback(http.req.raw, parts.settings.publicUrl);
    if (elsewhere) return http.redirect(elsewhere, 302);
    const nonce = randomBytes(16).toString('base64url');
    const response = await parts.pages(pageRequest(http.req.raw, parts.settings.publicUrl), {
      nonce,
      settings: { publicUrl: parts.settings.publicUrl, brand: parts.settings.brand },
      reportError: (error) =>
        parts.log.error({ requestId: http.get('requestId'), ...errorDetail(error) }, 'a page failed'),
      fetch: inProcess(app, http.req.raw.headers, http.get('address'), http.get('requestId')),
    });
    if (!response.headers.has('content-security-policy'))
      response.headers.set('content-security-policy', pagePolicy(nonce));
    return response;
  });

  app.onError((error, http) => {
    const refusal = refusalOf(error, parts.database);
    const requestId = http.get('requestId');
    if (!refusal) parts.log.error({ requestId, route: http.get('route'), ...errorDetail(error) }, 'unexpected error');
    else if (refusal.code === 'unavailable' || refusal.code === 'disk_full') {
      parts.log.warn({ requestId, route: http.get('route'), ...errorDetail(error) }, refusal.code);
    }
    const response = errorResponse(refusal ?? new Refusal('internal_error'), requestId);
    // What a handler had set on the context is not part of this answer.
    if (refusal?.code === 'unauthorized') {
      for (const cookie of expiredSessionCookies(parts.settings)) response.headers.append('set-cookie', cookie);
    }
    return response;
  });
  return app;
}

/**
 * The path as it was sent, so that a trick is seen before anything decodes it: the URL
 * of a `Request` has its dot segments resolved already.
 */
function rawPath(request: Request, options: { env?: Bindings } = {}): string {
  const target = options.env?.incoming?.url ?? request.url;
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return path || '/';
}

/** The request under the one public origin, whatever `Host` it came with. */
function pageRequest(request: Request, publicUrl: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('host', new URL(publicUrl).host);
  headers.delete('x-forwarded-host');
  headers.delete('x-forwarded-proto');
  const init: RequestInit = { method: request.method, headers, signal: request.signal };
  if (request.body) Object.assign(init, { body: request.body, duplex: 'half' });
  return new Request(publicUrl + pathname + search, init);
}

/** Cookies belong to one name: `127.0.0.1` is sent to `localhost` if that is the public one. */
function otherLoopback(request: Request, publicUrl: string): string | null {
  const { hostname, pathname, search } = new URL(request.url);
  const own = new URL(publicUrl);
  const isOther = loopback.has(hostname) && loopback.has(own.hostname) && hostname !== own.hostname;
  return isOther && request.method !== 'POST' ? own.origin + pathname + search : null;
}

/** The API for a page: same checks, no network, the caller's address and headers handed on. */
function inProcess(app: App, from: Headers, address: string, requestId: string): PageDoor['fetch'] {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    for (const name of handedOn) {
      const value = from.get(name);
      if (value !== null && !headers.has(name)) headers.set(name, value);
    }
    return app.request(path, { ...init, headers }, { inProcess: { address, requestId } });
  };
}
