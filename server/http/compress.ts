/**
 * Compresses texts with what the caller accepts, brotli first. `@fastify/compress` sends a stream without a length
 * where this sends the length, and compresses what is kept for many readers again for each of them.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Of less, compressing makes more. */
export const compressedBytesMin = 1_024;
export type Encoding = 'br' | 'gzip';
type Compressors = Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>;

const compressors = (brotliQuality: number, gzipLevel: number): Compressors => ({
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: gzipLevel }),
});
/** For the answer to one caller. */
export const compress = compressors(4, 5);
/** For what is kept: better, since it is done once for all. */
export const compressKept = compressors(9, 9);

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
