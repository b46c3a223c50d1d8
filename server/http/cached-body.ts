/** A text that is cached for many readers, with its compressed forms; each form has its own validator. */
import { memoize } from '../../contract/memoize.ts';
import type { Answer } from './answer.ts';
import { chooseEncoding, compressCached, type Encoding } from './compress.ts';
import { etagOf, isUnchanged } from './conditional.ts';

interface Form {
  bytes: Uint8Array;
  etag: string;
  headers: Readonly<Record<string, string>>;
}

export type CachedBody = Record<'plain' | Encoding, Form>;

export async function cacheBody(text: string, headers: Readonly<Record<string, string>>): Promise<CachedBody> {
  const plain = Buffer.from(text);
  const [br, gzip] = await Promise.all([compressCached.br(plain), compressCached.gzip(plain)]);
  const vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding';
  const formOf = (bytes: Uint8Array, encoding: Encoding | null): Form => {
    const etag = etagOf(bytes, encoding ?? '');
    return { bytes, etag, headers: { ...headers, vary, etag, ...(encoding && { 'content-encoding': encoding }) } };
  };
  return { plain: formOf(plain, null), br: formOf(br, 'br'), gzip: formOf(gzip, 'gzip') };
}

const encodingFor = memoize((accept) => chooseEncoding(accept));

export function answerCached(cached: CachedBody, request: Pick<Headers, 'get'>): Answer {
  const accept = request.get('accept-encoding');
  const { bytes, etag, headers } = cached[(accept && encodingFor(accept)) || 'plain'];
  if (isUnchanged(request.get('if-none-match'), etag)) return { status: 304, headers, cookies: [], body: null };
  return { status: 200, headers, cookies: [], body: { bytes } };
}
