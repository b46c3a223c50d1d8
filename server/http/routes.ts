/**
 * How a feature puts its calls on the server. A call exists only as a row of the
 * contract's endpoint table, and its permission is checked before anything is read
 * from the request beyond the session cookie.
 */
import type { Hono } from 'hono';
import {
  type EndpointName,
  endpoints,
  mayCall,
  needsConfirmation,
  rightsWithGivenPassword,
} from '../../contract/endpoints.ts';
import type { Context, World } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { authenticate } from '../sessions/sessions.ts';
import { type Answer, toResponse } from './answer.ts';
import type { Bindings } from './caller.ts';
import { cookiesOf } from './cookies.ts';

export interface Variables {
  requestId: string;
  /** The caller's address, as far as it can be believed. */
  address: string;
  /** The pattern of the matched route, for the log. */
  route: string;
}
export type Env = { Bindings: Bindings; Variables: Variables };

/** A request as far as calls look at one, so that a door need not make a whole `Request`. */
export interface Asked extends Pick<Request, 'method' | 'url'> {
  headers: Pick<Headers, 'get'>;
  /** The body as it arrives, or null without one. */
  body: AsyncIterable<Uint8Array> | null;
  /** The whole body. */
  bytes(): Promise<Uint8Array>;
}

/** One call: the request, and the context of the rules. */
export interface Call {
  request: Asked;
  ctx: Context;
  params: Record<string, string>;
  cookies: Map<string, string>;
  address: string;
}

export type Handler<Given = Answer | Response> = (call: Call) => Promise<Given>;
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
      app.on(endpoints[name].method, pattern, async (http) => {
        http.set('route', path);
        const request = {
          request: askedOf(http.req.raw, http.env?.incoming),
          params: http.req.param(),
          address: http.get('address'),
        };
        const answer = await serve(world, name, handler, request);
        return 'cookies' in answer ? toResponse(answer) : answer;
      });
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

function askedOf(request: Request, incoming: Bindings['incoming']): Asked {
  const { method, url, headers } = request;
  return {
    method,
    url,
    headers,
    // Only when it is needed: the mere sight of a body costs a stream, and one of the web costs twice that of Node.
    get body() {
      return incoming?.iterator?.({ destroyOnReturn: false }) ?? request.body;
    },
    bytes: async () => new Uint8Array(await request.arrayBuffer()),
  };
}

/** One call, whatever door it came through: who asks, whether he may, and then what the handler gives. */
export async function serve<Given>(
  world: World,
  name: EndpointName,
  handler: Handler<Given>,
  { request, params, address }: Pick<Call, 'request' | 'params' | 'address'>,
): Promise<Given> {
  const cookies = cookiesOf(request.headers);
  const ctx: Context = { ...world, query: world.database.query, actor: null };
  ctx.actor = await authenticate(ctx, cookies);
  if (ctx.actor?.passwordChangeNeeded) {
    const rights = rightsWithGivenPassword(name);
    if (rights === 'nothing') throw new Refusal('password_change_needed');
    if (rights === 'public') ctx.actor = null;
  }
  if (!mayCall(name, ctx.actor?.role ?? null)) {
    throw new Refusal(ctx.actor ? 'forbidden' : 'unauthorized');
  }
  if (needsConfirmation(name) && !ctx.actor?.isConfirmed) throw new Refusal('confirmation_needed');
  if (params.id !== undefined && !/^[0-9a-f]{24}$/.test(params.id)) throw new Refusal('invalid_id');
  return handler({ request, ctx, params, cookies, address });
}
