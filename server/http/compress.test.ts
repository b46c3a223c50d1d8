import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onOneEngine } from '../../test/harness.ts';
import { renderedPage } from '../../test/rendered-page.ts';
import type { Pages } from '../pages/rendering.ts';
import { chooseEncoding } from './compress.ts';

describe('the choice of an encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip; q=0.5', 'gzip'],
    ['br;q=0.001', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, br;q=0, *', null],
    ['*;q=0', null],
    ['identity', null],
    ['deflate', null],
    ['bro, xgzip', null],
    ['', null],
    [',;,q=', null],
    [null, null],
  ])('for %j is %j', (accept, expected) => {
    expect(chooseEncoding(accept)).toBe(expected);
  });
});

const long = 'অ'.repeat(2_000);
/** A page with this text, at a path that is rendered for its caller. */
const showing = (text: string) => ({ pages: async () => renderedPage(text, { status: 201 }) });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

onOneEngine('an answer', (open) => {
  const ask = async (accept: string | null, ...page: Parameters<typeof showing>) => {
    const headers = accept === null ? {} : { 'accept-encoding': accept };
    return (await open(showing(...page))).visitor().request('/view-one', { headers });
  };

  it('has the same bytes after decompression', async () => {
    const brotli = await ask('br, gzip', long);
    expect([brotli.status, brotli.headers.get('content-encoding')]).toEqual([201, 'br']);
    const packed = await bytesOf(brotli);
    expect(brotli.headers.get('content-length')).toBe(String(packed.length));
    expect(brotliDecompressSync(packed).toString()).toBe(long);
    const gzip = await ask('gzip', long);
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(long);
  });

  it('names Accept-Encoding in Vary even where it was not compressed', async () => {
    for (const accept of [null, 'identity', 'br']) {
      expect((await ask(accept, '{}')).headers.get('vary')).toBe('accept-encoding');
      expect((await ask(accept, long)).headers.get('vary')).toBe('accept-encoding');
    }
  });

  it('keeps its other headers, including every cookie', async () => {
    const pages: Pages = async (_, { api }) => {
      await api.call('me');
      return renderedPage(long, { headers: { vary: 'cookie' } });
    };
    const visitor = (await open({ pages })).visitor();
    const { headers } = await visitor.request('/view-one', { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['session', 'refreshToken']);
    expect(headers.get('vary')).toBe('cookie, accept-encoding');
  });

  it('is not compressed when it is short, or when it is no text', async () => {
    const short = await ask('br', 'short');
    expect(short.headers.get('content-encoding')).toBeNull();
    expect(await short.text()).toBe('short');
    const empty = await ask('br', '');
    expect([empty.headers.get('content-encoding'), await empty.text()]).toEqual([null, '']);
  });
});
