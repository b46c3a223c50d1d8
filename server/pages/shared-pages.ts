/**
 * The pages that are the same for everybody, each rendered once for all who ask within
 * a moment, and kept compressed. Rendered for nobody: neither cookie nor address nor
 * query of a caller reaches it, so nothing of one reader can come to another. It lives
 * for less than a second from the start of its rendering, on every node by itself, so
 * what staff save is seen within a second and nothing has to be told to anybody.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { memorized } from '../../contract/memorized.ts';
import { pathsOf, publicPages } from '../../contract/pages.ts';
import { chooseEncoding, type Encoding } from '../http/compress.ts';
import { etagOf, isUnchanged } from '../http/conditional.ts';
import { secureHeaders } from '../http/security-headers.ts';

/** Names and values in turn: what Node writes out without looking twice. */
type Head = string[];

interface Form {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
  head: Head;
  /** For who has it already. */
  headUnchanged: Head;
}

export interface SharedPage {
  status: number;
  plain: Form;
  encoded: Partial<Record<Encoding, Form>>;
}

interface Entry {
  startedAt: Date;
  /** Null while it is rendered. */
  page: SharedPage | null;
  rendering: Promise<SharedPage>;
}

export interface SharedPages {
  has(path: string): boolean;
  /** The page, if it stands ready. */
  ready(path: string): SharedPage | null;
  /** The page, rendered if need be; fails as the rendering does. */
  get(path: string): Promise<SharedPage>;
}

/** Leaves the rest of a second for the rendering itself. */
export const sharedPageMs = 900;
const revalidated = 'public, max-age=0, must-revalidate';
const shared = publicPages.filter(({ isIndexed }) => isIndexed);
const cacheControls = new Map(
  shared.flatMap((page) => pathsOf(page).map((path) => [path, page.isForm ? 'no-store' : revalidated])),
);

export function openSharedPages(
  render: (path: string) => Promise<Response>,
  { isHttps, lifeMs, now }: { isHttps: boolean; lifeMs: number; now: () => Date },
): SharedPages {
  const entries = new Map<string, Entry>();
  const fresh = (path: string) => {
    const entry = entries.get(path);
    const ageMs = entry ? now().getTime() - entry.startedAt.getTime() : -1;
    // Below zero the clock was set back; who knows how old the page is.
    return entry && ageMs >= 0 && ageMs < lifeMs ? entry : null;
  };

  const start = (path: string): Entry => {
    const before = entries.get(path)?.page ?? null;
    const rendering = render(path).then((response) => pageOf(response, path, isHttps, before));
    const entry: Entry = { startedAt: now(), page: null, rendering };
    entries.set(path, entry);
    const drop = () => {
      if (entries.get(path) === entry) entries.delete(path);
    };
    rendering.then((page) => {
      if (page.status === 200) entry.page = page;
      else drop();
    }, drop);
    return entry;
  };

  return {
    has: (path) => cacheControls.has(path),
    ready: (path) => fresh(path)?.page ?? null,
    get: (path) => (fresh(path) ?? start(path)).rendering,
  };
}

/** What the caller gets of the page, in plain values; a cookie is his alone, and so is the head. */
export function answerShared(
  page: SharedPage,
  asked: Pick<Headers, 'get'>,
  cookie: string | null,
): { status: number; head: Head; bytes: Form['bytes'] | null } {
  const form = formFor(page, asked.get('accept-encoding'));
  const isKnown = page.status === 200 && isUnchanged(asked.get('if-none-match'), form.etag);
  const head = (isKnown ? form.headUnchanged : form.head).slice();
  if (cookie) {
    // With a cookie it is one reader's answer.
    const at = head.indexOf(revalidated);
    if (at >= 0) head[at] = 'private, no-cache';
    head.push('set-cookie', cookie);
  }
  return { status: isKnown ? 304 : page.status, head, bytes: isKnown ? null : form.bytes };
}

const encodingFor = memorized((accept) => chooseEncoding(accept));

function formFor({ plain, encoded }: SharedPage, accept: string | null): Form {
  const encoding = accept === null ? null : encodingFor(accept);
  return (encoding && encoded[encoding]) || plain;
}

async function pageOf(
  response: Response,
  path: string,
  isHttps: boolean,
  before: SharedPage | null,
): Promise<SharedPage> {
  const { status } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const common = new Headers(response.headers);
  common.delete('set-cookie');
  common.set('cache-control', (status === 200 && cacheControls.get(path)) || 'no-store');
  if (status === 200) common.append('vary', 'accept-encoding');
  secureHeaders(common, isHttps);
  const formOf = (bytes: Form['bytes'], encoding: Encoding | null): Form => {
    const etag = etagOf(bytes, encoding ?? '');
    const headUnchanged = [...common].flat();
    if (encoding) headUnchanged.push('content-encoding', encoding);
    if (status === 200) headUnchanged.push('etag', etag);
    return { bytes, etag, head: [...headUnchanged, 'content-length', String(bytes.length)], headUnchanged };
  };
  const plain = formOf(bytes, null);
  if (status !== 200) return { status, plain, encoded: {} };
  // The same page again: what was compressed before is still right.
  if (before && before.plain.head.join('\n') === plain.head.join('\n')) return before;
  const [br, gz] = await Promise.all([compressors.br(bytes), compressors.gzip(bytes)]);
  return { status, plain, encoded: { br: formOf(new Uint8Array(br), 'br'), gzip: formOf(new Uint8Array(gz), 'gzip') } };
}

/** Better than for one reader's answer, since it is done once for all. */
const compressors = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};
