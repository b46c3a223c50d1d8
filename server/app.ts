/**
 * The product as one function: requests in, answers out. The order of the middleware
 * and the mount table stand here; database, storage and clock are arguments.
 */
import { Hono } from 'hono';
import { endpoints } from '../contract/endpoints.ts';
import { pageMethods } from '../contract/pages.ts';
import { hasTooManyParameters } from '../contract/parameters.ts';
import { applicationHandlers } from './applications/applications.api.ts';
import { auditHandlers } from './audit/audit.api.ts';
import type { World } from './context.ts';
import { enquiryHandlers } from './enquiry/enquiry.api.ts';
import { fileHandlers } from './files/files.api.ts';
import { toResponse } from './http/answer.ts';
import { type Bindings, callerAddress, trustedProxies } from './http/caller.ts';
import { compressed } from './http/compress.ts';
import { isCrossSiteWrite } from './http/cross-site.ts';
import { type DirectDoor, openDirectDoor } from './http/direct.ts';
import { errorAnswer } from './http/error-answer.ts';
import { isNavigation } from './http/navigation.ts';
import { type Env, mountEndpoints } from './http/routes.ts';
import { keptNowhere, secureHeaders } from './http/security-headers.ts';
import { newId } from './identifiers.ts';
import { logAnswer } from './log.ts';
import { openApiHandlers } from './openapi/openapi.api.ts';
import type { Assets } from './pages/assets.ts';
import { crawlerFiles } from './pages/crawlers.ts';
import { openPageDoor, type PageParts } from './pages/rendering.ts';
import { Refusal } from './refusal.ts';
import { noteRefusedCall } from './refused-calls.ts';
import { release } from './release.ts';
import { openRoom } from './room.ts';
import { sessionHandlers } from './sessions/sessions.api.ts';
import { slideHandlers } from './slides/slides.api.ts';
import { systemHandlers } from './system/system.api.ts';
import { userHandlers } from './users/users.api.ts';

export interface AppParts extends World, PageParts {
  assets: Assets;
  /** False once a shutdown has begun. */
  isReady: () => boolean;
}

/** Requests within the process come by `request`; those over the wire by `direct` where it takes them, else by `fetch`. */
export type App = Hono<Env> & { direct: DirectDoor };

const trick = /\/\/|\\|%2f|%5c|%00|%2e|(^|\/)\.{1,2}(\/|$)/i;

export function createApp(parts: AppParts): App {
  const app = new Hono<Env>({ getPath: rawPath });
  const trusted = trustedProxies(parts.settings.trustedProxies);
  const { publicUrl, isHttps } = parts.settings;
  const pages = openPageDoor(app, parts);

  app.use(async (http, next) => {
    const started = performance.now();
    const requestId = http.env?.inProcess?.requestId ?? newId();
    http.set('requestId', requestId);
    http.set('route', 'unmatched');
    http.set('address', callerAddress(http.env, http.req.header('x-forwarded-for'), trusted));
    await next();
    if (http.env?.inProcess) return;
    const { headers } = http.res;
    if (http.req.path.startsWith('/api')) {
      if (!headers.has('cache-control')) headers.set('cache-control', keptNowhere['cache-control']);
      if (!headers.get('cache-control')?.startsWith('public')) headers.set('x-robots-tag', keptNowhere['x-robots-tag']);
    }
    secureHeaders(headers, isHttps);
    headers.set('x-request-id', requestId);
    const response = await compressed(http.res, http.req.header('accept-encoding') ?? null);
    // Hono would copy the headers of the one into the other, and make streams of both.
    if (response !== http.res) {
      http.res = undefined;
      http.res = response;
    }
    const { method } = http.req;
    logAnswer(parts.log, started, { requestId, method, route: http.get('route'), status: http.res.status });
  });

  app.use(async (http, next) => {
    const path = http.req.path;
    if (trick.test(path) || hasTooManyParameters(http.req.url)) throw new Refusal('bad_request');
    if (isCrossSiteWrite(http.req.method, http.req.raw.headers, publicUrl)) throw new Refusal('cross_site');
    await next();
  });

  app.get('/healthz', (http) => {
    http.set('route', '/healthz');
    return http.json({ status: 'ok', release });
  });
  const hasRoom = openRoom(parts.settings.dataDir);
  app.get('/readyz', async (http) => {
    http.set('route', '/readyz');
    if (!parts.isReady()) throw new Refusal('shutting_down', { headers: { 'retry-after': '5' } });
    await Promise.all([parts.database.check(), parts.storage.check()]).catch((cause) => {
      throw new Refusal('unavailable', { headers: { 'retry-after': '2' } }, { cause });
    });
    if (!(await hasRoom())) throw new Refusal('no_room', { headers: { 'retry-after': '30' } });
    return http.json({ status: 'ready' });
  });
  const forCrawlers = crawlerFiles(publicUrl);
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
    ...systemHandlers,
    ...openApiHandlers(parts.settings),
  });
  app.all('/api', () => {
    throw new Refusal('not_found');
  });
  app.all('/api/*', () => {
    throw new Refusal('not_found');
  });

  app.all('*', async (http) => {
    if (!['GET', 'HEAD', 'POST'].includes(http.req.method)) {
      throw new Refusal('method_not_allowed', { headers: { allow: pageMethods(http.req.path) } });
    }
    const asset = http.req.method === 'POST' ? null : parts.assets(http.req.path, http.req.raw);
    http.set('route', asset ? 'asset' : 'page');
    return asset ?? pages.answer(http);
  });

  // What a handler had set on the context is no part of the answer to its failure.
  app.onError((error, http) => {
    noteRefusedCall(parts, error, http.req);
    const route = http.get('route');
    const answer = errorAnswer(error, parts, { requestId: http.get('requestId'), route });
    const isPerson = route === endpoints.file.path && isNavigation(http.req.method, http.req.raw.headers);
    return isPerson ? pages.noFile(http, answer.status).catch(() => toResponse(answer)) : toResponse(answer);
  });

  const direct = openDirectDoor(parts, { enquiry: enquiryHandlers.enquiry, file: fileHandlers.file }, pages.ready);
  return Object.assign(app, { direct });
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
