/**
 * A typed client of the API over any `fetch`; pages rendered on the server use another with the same interface. It
 * never throws for an answer of the server, whatever its status, but throws what `fetch` throws when there is none.
 */
import type { Answers, ErrorBody } from './answers.ts';
import { type EndpointName, endpoints } from './endpoints.ts';

export type Fetch = (path: string, init: RequestInit) => Response | Promise<Response>;

export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export type CallResult<T> =
  | { ok: true; status: number; data: T; response: Pick<Response, 'headers'> }
  | { ok: false; status: number; error: ErrorBody; response: Pick<Response, 'headers'> };

export interface Client {
  call<Name extends EndpointName>(name: Name, input?: CallInput): Promise<CallResult<Answers[Name]>>;
}

export function createClient(fetch: Fetch): Client {
  return {
    async call(name, input = {}) {
      const endpoint = endpoints[name];
      const headers = new Headers({ accept: 'application/json', ...input.headers });
      const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' };
      if (input.form) init.body = input.form;
      if (input.json !== undefined) {
        headers.set('content-type', 'application/json');
        init.body = JSON.stringify(input.json);
      }
      if (input.signal) init.signal = input.signal;
      const response = await fetch(pathOf(name, input), init);
      const status = response.status;
      if (!response.ok) return { ok: false, status, error: await errorBody(response), response };
      return { ok: true, status, data: status === 204 ? null : await response.json(), response };
    },
  };
}

export function pathOf(name: EndpointName, { params, query }: Pick<CallInput, 'params' | 'query'> = {}): string {
  return fill(endpoints[name].path, params) + search(query);
}

function fill(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function search(query: CallInput['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}

/** A proxy may answer with another body. */
export async function errorBody(response: Response): Promise<ErrorBody> {
  const fallback: ErrorBody = { message: '', code: 'internal_error', requestId: '' };
  return response.json().then(
    (body) => (body && typeof body === 'object' && 'code' in body ? (body as ErrorBody) : fallback),
    () => fallback,
  );
}
