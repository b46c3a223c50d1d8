/**
 * The product as one function from requests to answers. It lists every step of a request in order; database, storage
 * and clock are arguments.
 */
import { METHODS } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { applicationHandlers } from './applications/applications.api.ts';
import { exportHandlers } from './applications/export.api.ts';
import { assigningHandlers } from './assigning/assigning.api.ts';
import { auditHandlers } from './audit-log/audit-log.api.ts';
import type { Resources } from './context.ts';
import { dashboardHandlers } from './dashboard/dashboard.api.ts';
import { enquiryHandlers } from './enquiry/enquiry.api.ts';
import { factorHandlers } from './factors/factors.api.ts';
import { fileHandlers } from './files/files.api.ts';
import { type Answer, json } from './http/answer.ts';
import { trustedProxies } from './http/caller.ts';
import { requireOwnSite } from './http/cross-site.ts';
import { errorAnswer } from './http/error-answer.ts';
import { isApiPath, type RequestHead, readHead, requirePlainTarget, routedTarget } from './http/request-head.ts';
import { metricsPath, openRoutes } from './http/routes.ts';
import { createSend, type Send } from './http/send.ts';
import { serverOptions } from './http/server-limits.ts';
import { newId } from './identifiers.ts';
import { importHandlers } from './imports/imports.api.ts';
import { openMetrics } from './metrics/metrics.ts';
import { pagePattern } from './metrics/route-names.ts';
import { noteHandlers } from './notes/notes.api.ts';
import { openApiHandlers } from './openapi/openapi.api.ts';
import type { Assets } from './pages/assets.ts';
import { crawlerFiles } from './pages/crawlers.ts';
import { isNavigation } from './pages/navigation.ts';
import { openRendering, type PageParts, pageMethods } from './pages/rendering.ts';
import { openReadinessCheck } from './readiness-check.ts';
import { Refusal, retryLater } from './refusal.ts';
import { noteRefusedCall } from './refused-calls.ts';
import { release } from './release.ts';
import { savedViewHandlers } from './saved-views/saved-views.api.ts';
import { createServe } from './serve.ts';
import { sessionHandlers } from './sessions/sessions.api.ts';
import { signInHandlers } from './sign-in/sign-in.api.ts';
import { slideHandlers } from './slides/slides.api.ts';
import { systemHandlers } from './system/system.api.ts';
import { userHandlers } from './users/users.api.ts';

export interface AppParts extends Resources, PageParts {
  assets: Assets;
  /** False once a shutdown has begun. */
  onReadinessPoll: () => boolean;
}

/** Tests call `inject`; the process passes the requests of its server to `routing`, once the app is `ready`. */
export type App = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request that was refused before it reached the app. */
    countRefusal(startedAt: number, status: number): void;
  }
  interface FastifyRequest {
    head: RequestHead;
  }
}

function noSchema(): never {
  throw new Error('A route declares a Fastify schema. Put the schema into contract/ instead.');
}

/** Resolves once Fastify is ready for requests. */
export async function createApp(parts: AppParts): Promise<App> {
  const { settings } = parts;
  const { publicUrl } = settings;
  const trusted = trustedProxies(settings.trustedProxies);
  const requireReady = openReadinessCheck(parts);
  const metrics = await openMetrics(parts, requireReady);
  const sendUncounted = createSend(parts);
  const send: Send = (head, reply, answer) => {
    metrics.countRequest(head, answer.status);
    return sendUncounted(head, reply, answer);
  };
  const serve = createServe(parts, {
    ...userHandlers,
    ...sessionHandlers,
    ...signInHandlers,
    ...factorHandlers,
    ...applicationHandlers,
    ...dashboardHandlers,
    ...assigningHandlers,
    ...noteHandlers,
    ...exportHandlers,
    ...importHandlers,
    ...enquiryHandlers,
    ...fileHandlers,
    ...savedViewHandlers,
    ...slideHandlers,
    ...auditHandlers,
    ...systemHandlers,
    ...openApiHandlers(settings),
  });
  const refuse = (error: unknown, head: RequestHead): Answer => {
    noteRefusedCall(parts, error, head);
    return errorAnswer(error, parts, { requestId: head.id, route: head.route });
  };
  const rendering = openRendering({ serve, refuse, publicUrl }, parts);

  const app: App = Fastify({
    genReqId: () => newId(),
    exposeHeadRoutes: false,
    rewriteUrl: routedTarget,
    // Each call parses its own query. A path may be as long as Node accepts.
    routerOptions: { querystringParser: () => ({}), maxParamLength: serverOptions.maxHeaderSize },
    // No route has a schema: the contract validates. Fastify would load its compilers all the same.
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
  });
  // Each call reads its body after the permission check; Fastify would read it before.
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  app.decorateRequest('head');
  app.decorate('countRefusal', (startedAt, status) =>
    metrics.countRequest({ method: '', route: 'unmatched', startedAt }, status),
  );

  app.addHook('onRequest', (request, _reply, next) => {
    try {
      request.head = readHead(request.id, request.originalUrl, request.raw, trusted);
      requirePlainTarget(request.head, request.raw);
      requireOwnSite(request.head, publicUrl);
    } catch (error) {
      next(error as Error);
      return;
    }
    next();
  });

  const routes = openRoutes(app);
  const read = (path: string, answer: () => Answer | Promise<Answer>) =>
    routes.add('GET', path, async ({ head }, reply) => send(head, reply, await answer()));
  read('/healthz', () => json({ status: 'ok', release }));
  read('/readyz', async () => {
    if (!parts.onReadinessPoll()) throw retryLater('restarting', 5);
    await requireReady();
    return json({ status: 'ready' });
  });
  for (const [path, answer] of crawlerFiles(publicUrl)) read(path, () => answer);
  // Without the token no method may reveal that the path exists.
  app.all(metricsPath, async ({ head }, reply) => {
    const prometheus = metrics.metricsFor(head.headers.get('authorization'));
    if (!prometheus) throw new Refusal('not_found');
    head.route = metricsPath;
    if (head.method !== 'GET' && head.method !== 'HEAD') {
      throw new Refusal('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
    }
    return send(head, reply, await prometheus.answer());
  });

  for (const name of Object.keys(endpoints) as EndpointName[]) {
    routes.add(endpoints[name].method, endpoints[name].path, async ({ head, raw, params }, reply) => {
      const { method, url, headers, address } = head;
      const request = { method, url, headers, body: raw };
      const answer = await serve(name, { request, params: params as Record<string, string>, address, head });
      return send(head, reply, answer);
    });
  }

  app.setNotFoundHandler(async ({ head, raw }, reply) => {
    routes.refuseOtherMethod(head);
    if (isApiPath(head.path)) throw new Refusal('not_found');
    const asset = parts.assets(head);
    // Pages accept or refuse POST themselves; an unknown path leads to the home page with GET, HEAD and POST.
    if (!['GET', 'HEAD', ...(asset ? [] : ['POST'])].includes(head.method)) {
      throw new Refusal('method_not_allowed', { headers: { allow: pageMethods(head.path) } });
    }
    head.route = asset ? 'asset' : pagePattern(head.path);
    return send(head, reply, asset ?? (await rendering.answer(head, raw)));
  });

  app.setErrorHandler(async (error, { head }, reply) => {
    const answer = refuse(error, head);
    const isPerson = head.route === endpoints.file.path && isNavigation(head.method, head.headers);
    const page = isPerson ? await rendering.noFile(head, answer.status).catch(() => null) : null;
    return send(head, reply, page ?? answer);
  });
  await app.ready();
  return app;
}
