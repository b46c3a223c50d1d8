/**
 * Mounts the calls of the features. A call exists only as a row of the contract's endpoint table; another method of a
 * known path is refused with the list of its methods.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { Answer } from './answer.ts';
import type { RequestHead } from './request-head.ts';

/** The part of a request that calls read. */
export interface CallRequest extends Pick<RequestHead, 'method' | 'url' | 'headers'> {
  /** The body as it arrives; it is not read before the permission check. */
  body: Readable | null;
  /** The body of a call that a page makes, which is already a value. */
  given?: Record<string, unknown>;
}

/** The arguments of a handler. */
export interface Call {
  request: CallRequest;
  ctx: Context;
  params: Record<string, string>;
  cookies: ReadonlyMap<string, string>;
  address: string;
}

export type Handler = (call: Call) => Promise<Answer>;
export type Handlers = Partial<Record<EndpointName, Handler>>;

type AnswerCall = (name: EndpointName, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const names = Object.keys(endpoints) as EndpointName[];

export function mountEndpoints(app: FastifyInstance, answerCall: AnswerCall): void {
  for (const path of new Set<string>(names.map((name) => endpoints[name].path))) {
    const here = new Map<string, EndpointName>();
    for (const name of names) {
      const { method } = endpoints[name];
      if (endpoints[name].path !== path) continue;
      here.set(method, name);
      if (method === 'GET') here.set('HEAD', name);
    }
    const allow = [...here.keys()].join(', ');
    app.all(path.replace(/\{(\w+)\}/g, ':$1'), (request, reply) => {
      // The router accepts an empty name.
      if (Object.values(request.params as object).includes('')) throw new Refusal('not_found');
      request.head.route = path;
      const name = here.get(request.method);
      if (!name) throw new Refusal('method_not_allowed', { headers: { allow } });
      return answerCall(name, request, reply);
    });
  }
}
