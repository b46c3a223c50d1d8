/**
 * Serves the built files of the pages from a table made at start: a path that is not in it does not exist, so no path
 * trick can reach another file. `@fastify/static` looks paths up on the disk, and its validators are weak and the same
 * for every encoding, so it can neither resume a film (`If-Range`) nor tell a compressed form from a plain one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Answer } from '../http/answer.ts';
import { chooseEncoding, type Encoding } from '../http/compress.ts';
import { etagOf, isUnchanged } from '../http/conditional.ts';
import type { RequestHead } from '../http/request-head.ts';
import { wantedRange } from './byte-range.ts';

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
  bytes: Buffer;
  etag: string;
}

interface Asset {
  headers: Record<string, string>;
  plain: Form;
  encoded: Partial<Record<Encoding, Form>>;
}

export type Assets = (request: Pick<RequestHead, 'method' | 'path' | 'headers'>) => Answer | null;

/** Reads the folder once; `x.br` and `x.gz` beside `x` are its compressed forms. */
export async function loadAssets(folder: string): Promise<Assets> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
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
  return (request) => {
    const asset = assets.get(request.path);
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
  // A range refers to the plain bytes, so a compressed answer has none.
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

function answer(asset: Asset, { method, headers: asked }: Pick<RequestHead, 'method' | 'headers'>): Answer {
  const encoding = chooseEncoding(asked.get('accept-encoding'), Object.keys(asset.encoded) as Encoding[]);
  const { bytes, etag } = (encoding && asset.encoded[encoding]) || asset.plain;
  const headers = { ...asset.headers, etag };
  if (isUnchanged(asked.get('if-none-match'), etag)) return { status: 304, headers, cookies: [], body: null };
  const isRanged = method === 'GET' && 'accept-ranges' in headers;
  const range = isRanged ? wantedRange(asked.get('range'), asked.get('if-range'), etag, bytes.length) : null;
  if (range === 'unsatisfiable') {
    const all = { ...headers, 'content-range': `bytes */${bytes.length}` };
    return { status: 416, headers: all, cookies: [], body: null };
  }
  if (range) {
    const part = bytes.subarray(range.first, range.last + 1);
    const partial = { ...headers, 'content-range': `bytes ${range.first}-${range.last}/${bytes.length}` };
    return { status: 206, headers: partial, cookies: [], body: { bytes: part } };
  }
  const whole = encoding ? { ...headers, 'content-encoding': encoding } : headers;
  return { status: 200, headers: whole, cookies: [], body: { bytes } };
}
