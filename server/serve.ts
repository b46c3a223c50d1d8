/** Serves a call, for requests and for pages alike: authenticates, checks the permission, and calls the handler. */
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { denialOf, type EndpointName, isIdParameter, needsConfirmation } from '../contract/endpoints.ts';
import { isId } from '../contract/id.ts';
import { type Resources, systemContext } from './context.ts';
import type { Answer } from './http/answer.ts';
import { cookieOf, cookiesOf } from './http/cookies.ts';
import type { RequestHead } from './http/request-head.ts';
import type { Call, Handlers } from './http/routes.ts';
import { Refusal } from './refusal.ts';
import { accessUnder, restrictionOf } from './restriction.ts';
import { authenticate } from './sessions/sessions.ts';

interface ServedCall extends Pick<Call, 'request' | 'address'> {
  params: Record<string, string>;
  /** Gets the account of the caller, also when the call is refused. */
  head: Pick<RequestHead, 'account'>;
}

export type Serve = (name: EndpointName, call: ServedCall) => Promise<Answer>;

export function createServe(resources: Resources, handlers: Handlers): Serve {
  return async (name, { request, params, address, head }) => {
    const cookies = cookiesOf(request.headers);
    const ctx = systemContext(resources);
    const requirePermission = async () => {
      ctx.actor = await authenticate(ctx, cookieOf(cookies, 'session', resources.settings));
      if (ctx.actor) head.account = ctx.actor.id;
      const restriction = ctx.actor && restrictionOf(ctx.actor, ctx.settings);
      if (restriction) {
        const access = accessUnder(restriction, name);
        if (access === 'refused') throw new Refusal(restriction);
        if (access === 'as public') ctx.actor = null;
      }
      const refusal = denialOf(name, ctx.actor);
      if (refusal) throw new Refusal(refusal);
    };
    const checkPermission = async () => {
      await requirePermission();
      if (needsConfirmation(name) && !ctx.actor?.isConfirmed) throw new Refusal('confirmation_needed');
    };
    await checkPermission();
    const ids = Object.entries(params).filter(([name]) => isIdParameter(name));
    if (!ids.every(([, id]) => isId(id))) throw new Refusal('invalid_id');
    const handler = handlers[name] as (call: Omit<Call, 'params'> & Pick<ServedCall, 'params'>) => Promise<Answer>;
    const answer = await handler({
      request: { ...request, recheckPermission: checkPermission },
      ctx,
      params,
      cookies,
      address,
    });
    if (answer.account !== undefined) head.account = answer.account;
    const { body } = answer;
    // A download is made while it is sent, for as long as its reader takes.
    if (body && 'chunks' in body) return { ...answer, body: { chunks: guarded(body.chunks, requirePermission) } };
    return answer;
  };
}

/**
 * Checks before each chunk that the caller may still have it, and serves other callers first: SQLite answers at once, and
 * a socket with room takes a chunk at once, so that a long download would otherwise keep everybody waiting to its end.
 */
async function* guarded<Chunk>(chunks: AsyncIterable<Chunk>, check: () => Promise<void>): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    await turnOfEventLoop();
    await check();
    yield chunk;
  }
}
