import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, compressed } from './compress.ts';

const long = JSON.stringify({ text: 'অ'.repeat(2_000) });
const json = (body = long, headers: Record<string, string> = {}) =>
  new Response(body, { status: 201, headers: { 'content-type': 'application/json', ...headers } });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

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

describe('an answer', () => {
  it('is the same bytes after it is unpacked', async () => {
    const brotli = await compressed(json(), 'br, gzip');
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotli.status).toBe(201);
    const packed = await bytesOf(brotli);
    expect(brotli.headers.get('content-length')).toBe(String(packed.length));
    expect(brotliDecompressSync(packed).toString()).toBe(long);
    const gzip = await compressed(json(), 'gzip');
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(long);
  });

  it('says that it depends on Accept-Encoding even where it was not packed', async () => {
    for (const accept of [null, 'identity', 'br']) {
      expect((await compressed(json('{}'), accept)).headers.get('vary')).toBe('accept-encoding');
      expect((await compressed(json(), accept)).headers.get('vary')).toBe('accept-encoding');
    }
  });

  it('says so once, and leaves a part of the bytes as it is', async () => {
    const told = await compressed(json(long, { vary: 'accept-encoding' }), 'br');
    expect(told.headers.get('vary')).toBe('accept-encoding');
    const part = new Response(long, { status: 206, headers: { 'content-type': 'image/svg+xml' } });
    expect(await compressed(part, 'br')).toBe(part);
  });

  it('keeps its other headers, every cookie among them', async () => {
    const answer = json(long, { vary: 'cookie' });
    answer.headers.append('set-cookie', 'a=1');
    answer.headers.append('set-cookie', 'b=2');
    const { headers } = await compressed(answer, 'br');
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(headers.get('vary')).toBe('cookie, accept-encoding');
  });

  it('stays as it is when short, packed already, or of a type that does not shrink', async () => {
    const short = await compressed(json('{"a":1}'), 'br');
    expect(short.headers.get('content-encoding')).toBeNull();
    expect(await short.text()).toBe('{"a":1}');
    const packed = json(long, { 'content-encoding': 'br' });
    expect(await compressed(packed, 'gzip')).toBe(packed);
    for (const type of ['image/jpeg', 'application/pdf', 'application/octet-stream', 'font/woff2']) {
      const answer = json(long, { 'content-type': type });
      expect(await compressed(answer, 'br')).toBe(answer);
    }
    const empty = new Response(null, { status: 204 });
    expect(await compressed(empty, 'br')).toBe(empty);
  });
});
