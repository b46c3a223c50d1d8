/**
 * The answer of a call, from what its handler gives. A short one that goes out over HTTP
 * is complete as it leaves here, in plain values: to fill in the headers afterwards, as
 * is done for all others, costs as much as finding the record that it shows.
 */
import type { Context as HonoContext } from 'hono';
import { compressedBytesMin } from './compress.ts';
import type { Env } from './routes.ts';
import { keptNowhere, secureHeadersOf } from './security-headers.ts';

/** Of UTF-8, for one unit of a string. */
const bytesPerUnitMax = 3;

export class Reply {
  readonly #http: HonoContext<Env>;
  readonly #isHttps: boolean;
  readonly #cookies: string[] = [];

  constructor(http: HonoContext<Env>, isHttps: boolean) {
    this.#http = http;
    this.#isHttps = isHttps;
  }

  setCookie(cookie: string): void {
    this.#cookies.push(cookie);
  }

  json(value: unknown, status: 200 | 201 = 200): Response {
    const text = JSON.stringify(value);
    if (this.#isDirect(text)) return this.#complete(text, status);
    this.#passCookies();
    return this.#http.body(text, status, { 'content-type': 'application/json' });
  }

  noContent(): Response {
    this.#passCookies();
    return this.#http.body(null, 204);
  }

  /** Only Node's server writes several cookies out of one plain object, and only for a method that Hono leaves alone. */
  #isDirect(text: string): boolean {
    const { env, req } = this.#http;
    const isOverHttp = env?.outgoing !== undefined && (req.method === 'GET' || req.method === 'POST');
    const isShort = text.length * bytesPerUnitMax < compressedBytesMin;
    return isOverHttp && (isShort || req.raw.headers.get('accept-encoding') === null);
  }

  #complete(text: string, status: number): Response {
    this.#http.set('isComplete', true);
    const headers: Record<string, string | string[]> = {
      ...secureHeadersOf(this.#isHttps),
      'content-type': 'application/json',
      ...keptNowhere,
      vary: 'accept-encoding',
      'x-request-id': this.#http.get('requestId'),
    };
    if (this.#cookies.length) headers['set-cookie'] = this.#cookies;
    return new Response(text, { status, headers: headers as Record<string, string> });
  }

  #passCookies(): void {
    for (const cookie of this.#cookies) this.#http.header('set-cookie', cookie, { append: true });
  }
}
