/**
 * Compresses texts with an encoding that the caller accepts, brotli first. `@fastify/compress` would stream without a
 * length, and would compress cached texts again for each reader.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

/** Smaller texts grow when they are compressed. */
export const compressedBytesMin = 1_024;
export type Encoding = 'br' | 'gzip';

const compressors = ({ brotliQuality, gzipLevel }: { brotliQuality: number; gzipLevel: number }) => ({
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: gzipLevel }),
});
const fast = { brotliQuality: 4, gzipLevel: 5 };
/** For an answer to one caller. */
export const compress = compressors(fast);
/** The same for a text that is made while it is sent. */
export const createCompressor = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: fast.brotliQuality } }),
  gzip: () => createGzip({ level: fast.gzipLevel }),
};
/** For cached texts, which are compressed once for all readers. */
export const compressCached = compressors({ brotliQuality: 9, gzipLevel: 9 });

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
