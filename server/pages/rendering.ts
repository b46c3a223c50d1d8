/**
 * Answers requests for pages. Pages that are the same for everybody come from `shared-pages.ts`; all others are
 * rendered for one reader, and only that reader gets them.
 */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  cookieLanguage,
  defaultLanguage,
  type Language,
  languageCookie,
  languageOfPath,
} from '../../contract/language.ts';
import { limits } from '../../contract/limits.ts';
import { isOfficePath, noFilePage, pathsOf, publicPages } from '../../contract/pages.ts';
import type { PageContext, RenderedPage } from '../../web/page-context.ts';
import type { Answer } from '../http/answer.ts';
import { readUpTo } from '../http/body.ts';
import type { RequestHead } from '../http/request-head.ts';
import { newId } from '../identifiers.ts';
import { errorDetail, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { isLoopbackName } from '../unsafe-settings.ts';
import { type PageCalls, pageClient } from './page-client.ts';
import { pagePolicy } from './page-policy.ts';
import { openPublishedSlides } from './published-slides.ts';
import { languageOfReader } from './reader-language.ts';
import { openSharedPages, sharedPageMs } from './shared-pages.ts';

export type Pages = (request: Request, context: PageContext) => Promise<RenderedPage>;

export interface PageParts {
  settings: Settings;
  now: () => Date;
  log: Log;
  pages: Pages;
  /** In development every page is rendered for each request, with a nonce for the scripts of the tools. */
  isDev?: boolean;
}

const languages = new Map<string, Language>(
  publicPages.flatMap(pathsOf).map((path) => [path, languageOfPath(path)] as const),
);
const postedPaths = new Set(publicPages.filter(({ takesPost }) => takesPost).flatMap(pathsOf));

/** The methods of a page, as the header `Allow` names them. */
export function pageMethods(path: string): string {
  return postedPaths.has(path) ? 'GET, HEAD, POST' : 'GET, HEAD';
}

export function openRendering(calls: PageCalls, { settings, pages, log, now, isDev = false }: PageParts) {
  const { publicUrl, brand, attachmentsAllowPdf, retentionYears } = settings;
  const own = new URL(publicUrl);
  const isLoopback = isLoopbackName(own.hostname);
  /** Only the office has inline scripts and styles. */
  const nonceFor = (path: string) => (isDev || isOfficePath(path) ? randomBytes(16).toString('base64url') : '');

  const render = async (
    request: Request,
    head: RequestHead,
    publishedSlides: PageContext['publishedSlides'],
  ): Promise<Answer> => {
    const cookies: string[] = [];
    const nonce = nonceFor(head.path);
    const page = await pages(request, {
      api: pageClient(calls, head, cookies),
      publishedSlides,
      nonce,
      settings: { publicUrl, brand, attachmentsAllowPdf, retentionYears },
      reportError: (error) => log.error({ requestId: head.id, ...errorDetail(error) }, 'a page failed'),
    });
    const policy = { 'content-security-policy': pagePolicy(nonce, page.styleHash) };
    const { status, html } = page;
    return { status, headers: { ...policy, ...page.headers }, cookies, body: html ? { text: html } : null };
  };
  const lifetime = { lifeMs: isDev ? 0 : sharedPageMs, now };
  const slides = openPublishedSlides(() => pageClient(calls, anonymousHead('/'), []), lifetime);
  const shared = openSharedPages(
    (path) => render(new Request(publicUrl + path), anonymousHead(path), slides.anew),
    lifetime,
  );

  /** The public address, where the request came to another loopback name: cookies belong to one host name. */
  const otherLoopback = ({ method, headers, url }: RequestHead): string | null => {
    const host = headers.get('host');
    if (!isLoopback || host === null || host === own.host || method === 'POST') return null;
    // A Host that names no address, such as one with a port of 99999, is ignored like any other foreign one.
    const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
    return isLoopbackName(hostname) && hostname !== own.hostname ? publicUrl + url : null;
  };

  return {
    answer(head: RequestHead, body: Readable): Answer | Promise<Answer> {
      const { path, method, headers } = head;
      const location = otherLoopback(head);
      if (location) return { status: 302, headers: { location }, cookies: [], body: null };
      const language = languages.get(path);
      const cookie = language ? newLanguageCookie(language, headers, settings) : null;
      if (method !== 'POST' && shared.has(path)) return shared.answer(path, headers, cookie);
      return answerCaller(head, body, cookie);
    },

    /** The page shown instead of a file that was refused with this status. */
    noFile(head: RequestHead, status: number): Promise<Answer> {
      const path = `${noFilePage[languageOfReader(head.headers)]}?status=${status}`;
      return render(new Request(publicUrl + path), head, slides.recent);
    },
  };

  async function answerCaller(head: RequestHead, body: Readable, cookie: string | null): Promise<Answer> {
    const request = await pageRequest(head, body, publicUrl);
    const answer = await render(request, head, slides.recent);
    const headers = { ...answer.headers, 'x-robots-tag': 'noindex' };
    return { ...answer, headers, cookies: cookie ? [...answer.cookies, cookie] : answer.cookies };
  }
}

/**
 * The cookie with the language of a page that is opened, if the language has changed; requests for pictures and files
 * do not count.
 */
function newLanguageCookie(language: Language, headers: Pick<Headers, 'get'>, settings: Settings): string | null {
  const isDocument = (headers.get('sec-fetch-dest') ?? 'document') === 'document';
  const before = cookieLanguage(headers.get('cookie')) ?? defaultLanguage;
  if (!isDocument || before === language) return null;
  return languageCookie(language) + (settings.isHttps ? '; Secure' : '');
}

/** The request head for a page that is rendered for everybody: it contains nothing of any reader. */
function anonymousHead(path: string): RequestHead {
  const headers = { get: () => null };
  return { id: newId(), startedAt: 0, method: 'GET', url: path, path, headers, address: '', route: 'page' };
}

const tooLong = Buffer.alloc(limits.jsonBodyBytesMax + 1);
const headersOfPages = ['accept', 'accept-language', 'content-type', 'cookie', 'origin', 'referer', 'user-agent'];

/**
 * The request with the public origin, whatever its `Host`. Only an HTML form is read as a body, and only up to the
 * limit: a longer one is replaced by a body that is too long for the page.
 */
async function pageRequest(
  { method, url, headers: sent }: RequestHead,
  body: Readable,
  publicUrl: string,
): Promise<Request> {
  const headers = new Headers({ host: new URL(publicUrl).host });
  for (const name of headersOfPages) {
    const value = sent.get(name);
    if (value !== null) headers.set(name, value);
  }
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(sent.get('content-type') ?? '');
  const init: RequestInit = { method, headers };
  if (method === 'POST' && isForm) init.body = ((await readUpTo(body, limits.jsonBodyBytesMax)) ?? tooLong) as BodyInit;
  return new Request(publicUrl + url, init);
}
