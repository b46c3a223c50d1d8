/**
 * The paths of the product and their methods. A call exists only as a row of the contract's endpoint table; another
 * method of a known path is refused with the list of its methods.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName, Method, PathParameters } from '../../contract/endpoints.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { Answer } from './answer.ts';
import type { RequestHead } from './request-head.ts';

/** The part of a request that calls read. */
export interface CallRequest extends Pick<RequestHead, 'method' | 'url' | 'headers'> {
  /** The body as it arrives; it is not read before the permission check. */
  body: Readable | null;
  /** To be called once the body has arrived, which may take hours: throws if the caller may no longer make the call. */
  recheckPermission?: () => Promise<void>;
  /** The body of a call that a page makes, already parsed. */
  json?: Record<string, unknown>;
}

/** The arguments of a handler. */
export interface Call<Name extends EndpointName = EndpointName> {
  request: CallRequest;
  ctx: Context;
  params: PathParameters<Name>;
  cookies: ReadonlyMap<string, string>;
  address: string;
}

/** One for each endpoint; a feature has some of them. */
export type Handlers = { [Name in EndpointName]: (call: Call<Name>) => Promise<Answer> };

/** Without the token, a request for it is answered like an unknown path under `/api`. */
export const metricsPath = '/metrics';

/** Matches the paths of an endpoint, whatever their parameters. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

type Route = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Only the methods that a path has become routes, since each route costs the router time and memory. */
export function openRoutes(app: FastifyInstance) {
  const known = new Map<string, { path: string; shape: RegExp; methods: string[] }>();
  /** Refuses a request that matches no route, if its path is known and its method is not. */
  function refuseOtherMethod(head: RequestHead): void {
    const { path, methods } = known.get(head.path) ?? known.values().find(({ shape }) => shape.test(head.path)) ?? {};
    if (!path || !methods) return;
    head.route = path;
    throw new Refusal('method_not_allowed', { headers: { allow: methods.join(', ') } });
  }
  return {
    refuseOtherMethod,
    /** A route for GET also answers HEAD. */
    add(method: Method, path: string, route: Route): void {
      const shape = patternOf(path);
      const own = known.get(path) ?? { path, shape, methods: [] };
      const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
      own.methods.push(...methods);
      known.set(path, own);
      const url = path.replace(/\{(\w+)\}/g, ':$1');
      app.route({
        method: methods,
        url,
        handler(request, reply) {
          // The path of another call matches this pattern too, and an empty parameter is no id.
          if ((known.get(request.head.path) ?? own) !== own) refuseOtherMethod(request.head);
          if (Object.values(request.params as object).includes('')) throw new Refusal('not_found');
          request.head.route = path;
          return route(request, reply);
        },
      });
    },
  };
}
