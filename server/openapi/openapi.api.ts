/**
 * The API's description of itself over HTTP: loaded and made once, at the first call, and
 * kept with its compressed forms.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '../http/compress.ts';
import { etagOf, isUnchanged } from '../http/conditional.ts';
import type { Asked, Handlers } from '../http/routes.ts';
import type { Settings } from '../settings.ts';

interface Kept {
  headers: Record<string, string>;
  forms: Record<Encoding | 'plain', { bytes: Uint8Array<ArrayBuffer>; etag: string }>;
}

export function openApiHandlers(settings: Settings): Handlers {
  const document = once(async () => {
    const { openApiDocument } = await import('./document.ts');
    const text = JSON.stringify(openApiDocument(settings));
    return keep(text, { 'content-type': 'application/json' });
  });
  return {
    openapi: async ({ request }) => answer(await document(), request),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

async function keep(text: string, headers: Record<string, string>): Promise<Kept> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const form = (buffer: Buffer, encoding: string) => {
    const bytes = new Uint8Array(buffer);
    return { bytes, etag: etagOf(bytes, encoding) };
  };
  return {
    // Under /api, and for people who write clients: no result of a search.
    headers: {
      ...headers,
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'accept-encoding',
      'x-robots-tag': 'noindex',
    },
    forms: { plain: form(plain, ''), br: form(br, 'br'), gzip: form(gz, 'gzip') },
  };
}

function answer({ headers, forms }: Kept, { headers: asked }: Asked): Response {
  const encoding = chooseEncoding(asked.get('accept-encoding'));
  const { bytes, etag } = forms[encoding ?? 'plain'];
  if (isUnchanged(asked.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: { ...headers, etag } });
  return new Response(bytes, {
    headers: {
      ...headers,
      etag,
      'content-length': String(bytes.length),
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}
