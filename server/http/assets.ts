/**
 * The built files of the pages, from an exact table made at start: a path that is not
 * in it does not exist, so no path trick can reach another file.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chooseEncoding, type Encoding } from './compress.ts';

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
};

interface Asset {
  type: string;
  cacheControl: string;
  bytes: Uint8Array<ArrayBuffer>;
  encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
}

export type Assets = (path: string, acceptEncoding: string | null) => Response | null;

/** Reads the folder once; `x.br` and `x.gz` beside `x` are its compressed forms. */
export async function loadAssets(folder: string): Promise<Assets> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of names) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length).replaceAll('\\', '/'), new Uint8Array(await readFile(path)));
  }
  const assets = new Map<string, Asset>();
  for (const [path, bytes] of files) {
    const type = types[extname(path)];
    if (!type) continue;
    const br = files.get(`${path}.br`);
    const gzip = files.get(`${path}.gz`);
    const isHashed = path.startsWith('/assets/');
    assets.set(path, {
      type,
      cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      bytes,
      encoded: { ...(br && { br }), ...(gzip && { gzip }) },
    });
  }
  return (path, acceptEncoding) => {
    const asset = assets.get(path);
    if (!asset) return null;
    const encoding = chooseEncoding(acceptEncoding, Object.keys(asset.encoded) as Encoding[]);
    const body = (encoding && asset.encoded[encoding]) || asset.bytes;
    const headers = new Headers({
      'content-type': asset.type,
      'cache-control': asset.cacheControl,
      vary: 'accept-encoding',
    });
    if (encoding) headers.set('content-encoding', encoding);
    headers.set('content-length', String(body.byteLength));
    return new Response(body, { headers });
  };
}
