/**
 * The pages that are the same for everybody, each rendered once for all who ask within
 * a moment, and kept compressed. Rendered for nobody: neither cookie nor address nor
 * query of a caller reaches it, so nothing of one reader can come to another. It lives
 * for less than a second from the start of its rendering, on every node by itself, so
 * what staff save is seen within a second and nothing has to be told to anybody.
 */
import { pathsOf, publicPages } from '../../contract/pages.ts';
import type { Answer } from '../http/answer.ts';
import { answerKept, type KeptBody, keepBody } from '../http/kept-body.ts';

/** Kept for as long as it lives, or an answer that is handed on as it is. */
type SharedPage = { kept: KeptBody; text: string; headers: string } | { answer: Answer };

interface Entry {
  startedAt: Date;
  /** Null while it is rendered. */
  page: SharedPage | null;
  rendering: Promise<SharedPage>;
}

export interface SharedPages {
  has(path: string): boolean;
  /** The page for one reader, at once if it is there; fails as the rendering does. */
  answer(path: string, request: Pick<Headers, 'get'>, cookie: string | null): Answer | Promise<Answer>;
}

/** Leaves the rest of a second for the rendering itself. */
export const sharedPageMs = 900;
const revalidated = 'public, max-age=0, must-revalidate';
const shared = publicPages.filter(({ isIndexed }) => isIndexed);
const cacheControls = new Map(
  shared.flatMap((page) => pathsOf(page).map((path) => [path, page.isForm ? 'no-store' : revalidated])),
);

export function openSharedPages(
  render: (path: string) => Promise<Answer>,
  { lifeMs, now }: { lifeMs: number; now: () => Date },
): SharedPages {
  const entries = new Map<string, Entry>();
  const fresh = (path: string) => {
    const entry = entries.get(path);
    const ageMs = entry ? now().getTime() - entry.startedAt.getTime() : -1;
    // Below zero the clock was set back, and nobody knows how old the page is.
    return entry && ageMs >= 0 && ageMs < lifeMs ? entry : null;
  };

  const start = (path: string): Entry => {
    const before = entries.get(path)?.page ?? null;
    const rendering = render(path).then((answer) => pageOf(answer, path, before));
    const entry: Entry = { startedAt: now(), page: null, rendering };
    entries.set(path, entry);
    const drop = () => {
      if (entries.get(path) === entry) entries.delete(path);
    };
    rendering.then((page) => {
      if ('kept' in page) entry.page = page;
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

/** A cookie is one reader's alone, and so is the answer that carries it. */
function answerShared(page: SharedPage, request: Pick<Headers, 'get'>, cookie: string | null): Answer {
  const answer = 'kept' in page ? answerKept(page.kept, request) : page.answer;
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
  // The same page again: what was compressed before is still right.
  if (before && 'kept' in before && before.text === text && before.headers === known) return before;
  return { kept: await keepBody(text, headers), text, headers: known };
}
