/**
 * The way from a request to a rendered page. What is the same for everybody comes from
 * the shared pages and is rendered for nobody; all else is rendered for its caller, who
 * alone gets it.
 */
import { randomBytes } from 'node:crypto';
import type { Hono, Context as HonoContext } from 'hono';
import type { Brand } from '../../contract/brand.ts';
import { type Language, languageOfPath, languageOfReader } from '../../contract/language.ts';
import { noFilePage, pathsOf, publicPages } from '../../contract/pages.ts';
import { readingCookie } from '../http/cookies.ts';
import type { Env } from '../http/routes.ts';
import { pagePolicy } from '../http/security-headers.ts';
import { newId } from '../identifiers.ts';
import { errorDetail, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { answerShared, openSharedPages, sharedPageMs } from './shared-pages.ts';

/** What a rendered page is given: the way to the API within the process, and a nonce for its scripts. */
export interface PageDoor {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Empty where the page is shared: it has nothing inline. */
  nonce: string;
  settings: { publicUrl: string; brand: Brand; attachmentsAllowPdf: boolean };
  /** Puts an error of rendering into the log. */
  reportError: (error: unknown) => void;
  /** Lets a style that stands in the page through the content security policy, by its hash. */
  allowStyle: (hash: string) => void;
}
export type Pages = (request: Request, door: PageDoor) => Promise<Response>;

export interface PageParts {
  settings: Settings;
  now: () => Date;
  log: Log;
  pages: Pages;
  /** While developing, every page is rendered anew, with a nonce for the scripts of the tools. */
  isDev?: boolean;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const handedOn = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'accept-language'];
const languages = new Map<string, Language>(
  publicPages.flatMap(pathsOf).map((path) => [path, languageOfPath(path)] as const),
);

export function openPageDoor(app: Hono<Env>, { settings, pages, log, now, isDev = false }: PageParts) {
  const { publicUrl, brand, attachmentsAllowPdf, isHttps } = settings;
  const { host, hostname } = new URL(publicUrl);
  const isLoopback = loopback.has(hostname);
  const newNonce = () => randomBytes(16).toString('base64url');

  const render = async (request: Request, nonce: string, requestId: string, fetch: PageDoor['fetch']) => {
    const reportError = (error: unknown) => log.error({ requestId, ...errorDetail(error) }, 'a page failed');
    const styles: string[] = [];
    const allowStyle = (hash: string) => void styles.push(hash);
    const response = await pages(request, {
      nonce,
      settings: { publicUrl, brand, attachmentsAllowPdf },
      reportError,
      allowStyle,
      fetch,
    });
    if (!response.headers.has('content-security-policy'))
      response.headers.set('content-security-policy', pagePolicy(nonce, styles));
    return response;
  };
  const shared = openSharedPages(
    (path) => {
      const requestId = newId();
      const asNobody = inProcess(app, new Headers(), '', requestId);
      return render(new Request(publicUrl + path), isDev ? newNonce() : '', requestId, asNobody);
    },
    { isHttps, lifeMs: isDev ? 0 : sharedPageMs, now },
  );
  const cookieOf = (path: string, headers: Pick<Headers, 'get'>): string | null => {
    const language = languages.get(path);
    return language ? readingCookie(language, headers, settings) : null;
  };

  return {
    async answer(http: HonoContext<Env>): Promise<Response> {
      const { path, method, raw } = http.req;
      const elsewhere = otherLoopback(raw, publicUrl);
      if (elsewhere) return http.redirect(elsewhere, 302);
      const cookie = cookieOf(path, raw.headers);
      if (method !== 'POST' && shared.has(path)) {
        const { status, head, bytes } = answerShared(await shared.get(path), raw.headers, cookie);
        const headers = new Headers();
        for (let at = 0; at < head.length; at += 2) headers.append(head[at] as string, head[at + 1] as string);
        return new Response(method === 'HEAD' ? null : bytes, { status, headers });
      }
      const requestId = http.get('requestId');
      const asCaller = inProcess(app, raw.headers, http.get('address'), requestId);
      const response = await render(pageRequest(raw, publicUrl), newNonce(), requestId, asCaller);
      response.headers.set('x-robots-tag', 'noindex');
      if (cookie) response.headers.append('set-cookie', cookie);
      return response;
    },

    /** The page in the place of a file that was refused with this status. */
    noFile(http: HonoContext<Env>, status: number): Promise<Response> {
      const { headers } = http.req.raw;
      const requestId = http.get('requestId');
      const path = `${noFilePage[languageOfReader(headers)]}?status=${status}`;
      const asCaller = inProcess(app, headers, http.get('address'), requestId);
      return render(new Request(publicUrl + path), newNonce(), requestId, asCaller);
    },

    /** A shared page that stands ready, for who asks for it under the public name. */
    ready(path: string, asked: Pick<Headers, 'get'>): ReturnType<typeof answerShared> | null {
      const page = shared.ready(path);
      const isElsewhere = isLoopback && asked.get('host') !== host;
      return page && !isElsewhere ? answerShared(page, asked, cookieOf(path, asked)) : null;
    },
  };
}

/** The request under the one public origin, whatever `Host` it came with. */
function pageRequest(request: Request, publicUrl: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('host', new URL(publicUrl).host);
  headers.delete('x-forwarded-host');
  headers.delete('x-forwarded-proto');
  const init: RequestInit = { method: request.method, headers, signal: request.signal };
  if (request.body) Object.assign(init, { body: request.body, duplex: 'half' });
  return new Request(publicUrl + pathname + search, init);
}

/** Cookies belong to one name: `127.0.0.1` is sent to `localhost` if that is the public one. */
function otherLoopback(request: Request, publicUrl: string): string | null {
  if (request.url.startsWith(publicUrl) && request.url[publicUrl.length] === '/') return null;
  const { hostname, pathname, search } = new URL(request.url);
  const own = new URL(publicUrl);
  const isOther = loopback.has(hostname) && loopback.has(own.hostname) && hostname !== own.hostname;
  return isOther && request.method !== 'POST' ? own.origin + pathname + search : null;
}

/** The API for a page: same checks, no network, the caller's address and headers handed on. */
function inProcess(app: Hono<Env>, from: Headers, address: string, requestId: string): PageDoor['fetch'] {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    for (const name of handedOn) {
      const value = from.get(name);
      if (value !== null && !headers.has(name)) headers.set(name, value);
    }
    return app.request(path, { ...init, headers }, { inProcess: { address, requestId } });
  };
}
