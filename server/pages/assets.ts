/**
 * The built files of the pages, from an exact table made at start: a path that is not
 * in it does not exist, so no path trick can reach another file.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chooseEncoding, type Encoding } from '../http/compress.ts';
import { etagOf, isUnchanged, wantedRange } from '../http/conditional.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

interface Form {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

interface Asset {
  headers: Record<string, string>;
  plain: Form;
  encoded: Partial<Record<Encoding, Form>>;
}

/** What the answer depends on; `path` as it was sent. */
export type Assets = (path: string, request: Pick<Request, 'method' | 'headers'>) => Response | null;

/** Reads the folder once; `x.br` and `x.gz` beside `x` are its compressed forms. */
export async function loadAssets(folder: string): Promise<Assets> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of names) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length).replaceAll('\\', '/'), await readFile(path));
  }
  const assets = new Map<string, Asset>();
  for (const [path, bytes] of files) {
    const type = types[extname(path)];
    if (type) assets.set(path, assetOf(type, path, bytes, files.get(`${path}.br`), files.get(`${path}.gz`)));
  }
  return (path, request) => {
    const asset = assets.get(path);
    return asset ? answer(asset, request) : null;
  };
}

function assetOf(
  type: string,
  path: string,
  bytes: Form['bytes'],
  br: Form['bytes'] | undefined,
  gzip: Form['bytes'] | undefined,
): Asset {
  const isHashed = path.startsWith('/assets/');
  const headers: Record<string, string> = {
    'content-type': type,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
  // A range is one of the plain bytes, so what is sent compressed has none.
  if (br ?? gzip) headers.vary = 'accept-encoding';
  else headers['accept-ranges'] = 'bytes';
  return {
    headers,
    plain: { bytes, etag: etagOf(bytes) },
    encoded: {
      ...(br && { br: { bytes: br, etag: etagOf(br, 'br') } }),
      ...(gzip && { gzip: { bytes: gzip, etag: etagOf(gzip, 'gzip') } }),
    },
  };
}

function answer(asset: Asset, { method, headers: asked }: Pick<Request, 'method' | 'headers'>): Response {
  const encoding = chooseEncoding(asked.get('accept-encoding'), Object.keys(asset.encoded) as Encoding[]);
  const { bytes, etag } = (encoding && asset.encoded[encoding]) || asset.plain;
  const headers = new Headers({ ...asset.headers, etag });
  if (isUnchanged(asked.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  if (encoding) headers.set('content-encoding', encoding);
  const length = bytes.byteLength;
  const isRanged = method === 'GET' && headers.has('accept-ranges');
  const range = isRanged ? wantedRange(asked.get('range'), asked.get('if-range'), etag, length) : null;
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${length}`);
    headers.set('content-length', '0');
    return new Response(null, { status: 416, headers });
  }
  if (range) {
    headers.set('content-range', `bytes ${range.first}-${range.last}/${length}`);
    headers.set('content-length', String(range.last - range.first + 1));
    return new Response(bytes.subarray(range.first, range.last + 1), { status: 206, headers });
  }
  headers.set('content-length', String(length));
  return new Response(bytes, { headers });
}
