/** Compresses text answers with what the caller accepts, brotli first. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Of less, compressing makes more. */
export const compressedBytesMin = 1_024;
const compressible = /^(text\/|application\/(json|javascript|xml|manifest\+json)|image\/svg\+xml)/;
export const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 5 }),
};
export type Encoding = keyof typeof compress;

/** The best encoding of those offered that the `Accept-Encoding` header allows (RFC 9110, 12.5.3). */
export function chooseEncoding(accept: string | null, offered: readonly Encoding[] = ['br', 'gzip']): Encoding | null {
  if (!accept) return null;
  const refused = new Set<string>();
  const wanted = new Set<string>();
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    (parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? refused : wanted).add(name);
  }
  return offered.find((name) => !refused.has(name) && (wanted.has(name) || wanted.has('*'))) ?? null;
}

/** The same answer where nothing is gained. Looks at its headers first, as the mere sight of a body costs a stream. */
export async function compressed(response: Response, accept: string | null): Promise<Response> {
  const { headers } = response;
  if (headers.has('content-encoding') || !compressible.test(headers.get('content-type') ?? '')) return response;
  if (!/\baccept-encoding\b/.test(headers.get('vary') ?? '')) headers.append('vary', 'accept-encoding');
  const encoding = chooseEncoding(accept);
  // A part of the plain bytes stays one.
  if (!encoding || response.status === 206 || isShort(headers) || !response.body) return response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = bytes.length < compressedBytesMin ? bytes : await compress[encoding](bytes);
  if (body !== bytes) headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.length));
  return new Response(new Uint8Array(body), { status: response.status, statusText: response.statusText, headers });
}

function isShort(headers: Headers): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) < compressedBytesMin;
}
