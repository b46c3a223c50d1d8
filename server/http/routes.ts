/**
 * How a feature puts its calls on the server. A call exists only as a row of the
 * contract's endpoint table, and its permission is checked before anything is read
 * from the request beyond the session cookie.
 */
import type { Hono, Context as HonoContext } from 'hono';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { isAllowed } from '../../contract/roles.ts';
import type { Context, World } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { authenticate } from '../sessions/sessions.ts';
import type { Bindings } from './caller.ts';
import { cookiesOf } from './cookies.ts';
import { Reply } from './reply.ts';

export interface Variables {
  requestId: string;
  /** The caller's address, as far as it can be believed. */
  address: string;
  /** The pattern of the matched route, for the log. */
  route: string;
  /** True once the answer has every header that the middleware would add. */
  isComplete: boolean;
}
export type Env = { Bindings: Bindings; Variables: Variables };

/** One call: the request, and the context of the rules. */
export interface Call {
  http: Reply;
  request: Request;
  ctx: Context;
  params: Record<string, string>;
  cookies: Map<string, string>;
  address: string;
}

export type Handler = (call: Call) => Promise<Response>;
export type Handlers = Partial<Record<EndpointName, Handler>>;

/** Mounts every endpoint; throws a sentence when one has no handler. */
export function mountEndpoints(app: Hono<Env>, world: World, handlers: Handlers): void {
  const names = Object.keys(endpoints) as EndpointName[];
  // A static path must win over `{id}`, also for its other methods.
  const paths = [...new Set(names.map((name) => endpoints[name].path as string))].sort(
    (a, b) => Number(a.includes('{')) - Number(b.includes('{')),
  );
  for (const path of paths) {
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    const here = names.filter((name) => endpoints[name].path === path);
    for (const name of here) {
      const handler = handlers[name];
      if (!handler)
        throw new Error(`The endpoint ${name} of contract/endpoints.ts has no handler; mount one in app.ts.`);
      app.on(endpoints[name].method, pattern, (http) => serve(http, world, name, handler));
    }
    const allow = here.flatMap((name) =>
      endpoints[name].method === 'GET' ? ['GET', 'HEAD'] : [endpoints[name].method],
    );
    app.all(pattern, (http) => {
      http.set('route', path);
      throw new Refusal('method_not_allowed', { headers: { allow: allow.join(', ') } });
    });
  }
}

async function serve(http: HonoContext<Env>, world: World, name: EndpointName, handler: Handler): Promise<Response> {
  const { path, permission } = endpoints[name];
  http.set('route', path);
  const cookies = cookiesOf(http.req.raw.headers);
  const ctx: Context = { ...world, query: world.database.query, actor: null };
  ctx.actor = await authenticate(ctx, cookies);
  if (!isAllowed(permission, ctx.actor?.role ?? null)) {
    throw new Refusal(ctx.actor ? 'forbidden' : 'unauthorized');
  }
  const params = http.req.param() as Record<string, string>;
  if (params.id !== undefined && !/^[0-9a-f]{24}$/.test(params.id)) throw new Refusal('invalid_id');
  const reply = new Reply(http, world.settings.isHttps);
  return handler({ http: reply, request: http.req.raw, ctx, params, cookies, address: http.get('address') });
}
