/**
 * The API client of pages that are rendered on the server: it calls the same handlers and checks with the cookies,
 * address and request id of the reader, but without a second request.
 */
import type { ErrorBody } from '../../contract/answers.ts';
import type { CallInput, CallResult, Client } from '../../contract/client.ts';
import { pathOf } from '../../contract/client.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { Answer } from '../http/answer.ts';
import { requireOwnSite } from '../http/cross-site.ts';
import type { RequestHead } from '../http/request-head.ts';
import type { Serve } from '../serve.ts';

export interface PageCalls {
  serve: Serve;
  /** The answer to a call that failed. */
  refuse(error: unknown, head: RequestHead): Answer;
  publicUrl: string;
}

/** The headers of the page's own request that its calls get as well. */
const forwardedHeaders = new Set(['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'accept-language']);

/** The cookies that the calls set are added to `cookies`, for the answer of the page. */
export function pageClient({ serve, refuse, publicUrl }: PageCalls, page: RequestHead, cookies: string[]): Client {
  async function answer(name: EndpointName, input: CallInput): Promise<Answer> {
    const { method, path: route } = endpoints[name];
    const url = pathOf(name, input);
    const [path = ''] = url.split('?', 1);
    const body = input.json === undefined ? {} : { json: input.json as Record<string, unknown> };
    const headers = {
      get: (key: string) => input.headers?.[key] ?? (forwardedHeaders.has(key) ? page.headers.get(key) : null),
    };
    const head = { ...page, method, url, path, route, headers };
    try {
      requireOwnSite(head, publicUrl);
      const request = { method, url, headers, body: null, ...body };
      return await serve(name, { request, params: input.params ?? {}, address: page.address, head: page });
    } catch (error) {
      return refuse(error, head);
    }
  }
  return {
    async call(name, input = {}) {
      const { status, headers, cookies: set, body } = await answer(name, input);
      cookies.push(...set);
      const response = { headers: new Headers(headers) };
      const value = body && 'json' in body ? body.json : null;
      if (status >= 400) return { ok: false, status, error: value as ErrorBody, response };
      return { ok: true, status, data: value, response } as Extract<CallResult<never>, { ok: true }>;
    },
  };
}
