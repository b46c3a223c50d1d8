/**
 * Caches the pages that are the same for everybody: each is rendered once for all readers within a moment, and cached
 * compressed. No cookie, address or query of a reader reaches the rendering, so nothing of one reader can leak to
 * another. A page lives for less than a second from the start of its rendering, on each node separately, so changes by
 * staff are visible within a second without any message between nodes.
 */
import { pathsOf, publicPages } from '../../contract/pages.ts';
import type { Answer } from '../http/answer.ts';
import { answerCached, type CachedBody, cacheBody } from '../http/cached-body.ts';

/** A cached page, or an answer that is not cached. */
type SharedPage = { cached: CachedBody; text: string; headers: string } | { answer: Answer };

interface Entry {
  startedAt: Date;
  /** Null while the page is being rendered. */
  page: SharedPage | null;
  rendering: Promise<SharedPage>;
}

export interface Lifetime {
  lifeMs: number;
  now: () => Date;
}

export interface SharedPages {
  has(path: string): boolean;
  /** The page for one reader, at once if it is cached; fails if the rendering fails. */
  answer(path: string, request: Pick<Headers, 'get'>, cookie: string | null): Answer | Promise<Answer>;
}

/** The lifetime of a page, which leaves some of a second for the rendering. */
export const sharedPageMs = 900;
const revalidated = 'public, max-age=0, must-revalidate';
const shared = publicPages.filter(({ isIndexed }) => isIndexed);
const cacheControls = new Map(
  shared.flatMap((page) => pathsOf(page).map((path) => [path, page.isForm ? 'no-store' : revalidated])),
);

/** Whether what was begun then may still be used. */
export function isFresh(startedAt: Date, { lifeMs, now }: Lifetime): boolean {
  const ageMs = now().getTime() - startedAt.getTime();
  // A negative age means that the clock was set back, and the real age is unknown.
  return ageMs >= 0 && ageMs < lifeMs;
}

export function openSharedPages(render: (path: string) => Promise<Answer>, lifetime: Lifetime): SharedPages {
  const entries = new Map<string, Entry>();
  const fresh = (path: string) => {
    const entry = entries.get(path);
    return entry && isFresh(entry.startedAt, lifetime) ? entry : null;
  };

  const start = (path: string): Entry => {
    const before = entries.get(path)?.page ?? null;
    const rendering = render(path).then((answer) => pageOf(answer, path, before));
    const entry: Entry = { startedAt: lifetime.now(), page: null, rendering };
    entries.set(path, entry);
    const drop = () => {
      if (entries.get(path) === entry) entries.delete(path);
    };
    rendering.then((page) => {
      if ('cached' in page) entry.page = page;
      else drop();
    }, drop);
    return entry;
  };

  return {
    has: (path) => cacheControls.has(path),
    answer(path, request, cookie) {
      const entry = fresh(path) ?? start(path);
      if (entry.page) return answerShared(entry.page, request, cookie);
      return entry.rendering.then((page) => answerShared(page, request, cookie));
    },
  };
}

/** A cookie belongs to one reader, and so does the answer that sets it. */
function answerShared(page: SharedPage, request: Pick<Headers, 'get'>, cookie: string | null): Answer {
  const answer = 'cached' in page ? answerCached(page.cached, request) : page.answer;
  if (!cookie) return answer;
  const isPublic = answer.headers['cache-control'] === revalidated;
  const headers = isPublic ? { ...answer.headers, 'cache-control': 'private, no-cache' } : answer.headers;
  return { ...answer, headers, cookies: [cookie] };
}

async function pageOf(rendered: Answer, path: string, before: SharedPage | null): Promise<SharedPage> {
  const { status, body } = rendered;
  const text = body && 'text' in body ? body.text : '';
  const cacheControl = (status === 200 && cacheControls.get(path)) || 'no-store';
  const headers = { ...rendered.headers, 'cache-control': cacheControl };
  if (status !== 200) return { answer: { status, headers, cookies: [], body } };
  const known = JSON.stringify(headers);
  // If the page is unchanged, its compressed forms are still valid.
  if (before && 'cached' in before && before.text === text && before.headers === known) return before;
  return { cached: await cacheBody(text, headers), text, headers: known };
}
