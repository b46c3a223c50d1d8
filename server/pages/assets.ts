/**
 * Serves the built files of the pages from a table made at start: a path that is not in it does not exist, so no path
 * trick can reach another file. `@fastify/static` looks paths up on the disk, and its validators are weak and the same
 * for every encoding, so it can neither resume a video (`If-Range`) nor distinguish a compressed form from a plain one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
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

/** Few clients need the uncompressed form, so its bytes are in memory only while one of them reads. */
interface UncompressedForm {
  gzip: Buffer;
  shared: WeakRef<Buffer> | null;
  etag: string;
}

interface Asset {
  headers: Record<string, string>;
  plain: Form | UncompressedForm;
  encoded: Partial<Record<Encoding, Form>>;
}

export type Assets = (request: Pick<RequestHead, 'method' | 'path' | 'headers'>) => Answer | null;

/** Reads the folder once; `x.br` and `x.gz` beside `x` are its compressed forms. */
export async function loadAssets(folder: string): Promise<Assets> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
  const assets = new Map<string, Asset>();
  for (const file of files) {
    const type = types[extname(file)];
    if (!type) continue;
    const path = file.slice(folder.length).replaceAll('\\', '/');
    const compressed = [`${file}.br`, `${file}.gz`].map((name) => (files.has(name) ? readFile(name) : undefined));
    const [br, gzip] = await Promise.all(compressed);
    assets.set(path, assetOf(type, path, await readFile(file), br, gzip));
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
    plain: gzip ? { gzip, shared: null, etag: etagOf(bytes) } : { bytes, etag: etagOf(bytes) },
    encoded: {
      ...(br && { br: { bytes: br, etag: etagOf(br, 'br') } }),
      ...(gzip && { gzip: { bytes: gzip, etag: etagOf(gzip, 'gzip') } }),
    },
  };
}

function answer(asset: Asset, { method, headers: requested }: Pick<RequestHead, 'method' | 'headers'>): Answer {
  const encoding = chooseEncoding(requested.get('accept-encoding'), Object.keys(asset.encoded) as Encoding[]);
  const form = (encoding && asset.encoded[encoding]) || asset.plain;
  const { etag } = form;
  const headers = { ...asset.headers, etag };
  if (isUnchanged(requested.get('if-none-match'), etag)) return { status: 304, headers, cookies: [], body: null };
  const bytes = 'bytes' in form ? form.bytes : decompress(form);
  const isRanged = method === 'GET' && 'accept-ranges' in headers;
  const range = isRanged ? wantedRange(requested.get('range'), requested.get('if-range'), etag, bytes.length) : null;
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

function decompress(form: UncompressedForm): Buffer {
  const cached = form.shared?.deref();
  if (cached) return cached;
  const bytes = gunzipSync(form.gzip);
  form.shared = new WeakRef(bytes);
  return bytes;
}
