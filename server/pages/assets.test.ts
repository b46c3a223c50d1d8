import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, onOneEngine } from '../../test/harness.ts';
import { withHttpServer } from '../../test/http-server.ts';
import { type Assets, loadAssets } from './assets.ts';

const film = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251));
const styles = Buffer.from('p { color: red }\n'.repeat(200));
let folder = '';
let assets: Assets;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-assets-'));
  await mkdir(join(folder, 'client/assets'), { recursive: true });
  const files: Record<string, Buffer | string> = {
    'secret.webm': 'not to be served',
    'client/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'client/site.webmanifest': '{}',
    'client/notes.md': 'of no known type',
    'client/assets/hero-a1.webm': film,
    'client/assets/hero-a1.mp4': film,
    'client/assets/empty-a1.mp4': '',
    'client/assets/letters-a1.woff2': film,
    'client/assets/poster-a1.avif': film,
    'client/assets/root-a1.css': styles,
    'client/assets/root-a1.css.br': brotliCompressSync(styles),
    'client/assets/root-a1.css.gz': gzipSync(styles),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  assets = await loadAssets(join(folder, 'client'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (caller: Caller, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  caller.request(path, { method, headers: { 'accept-encoding': 'gzip, br', ...headers } });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

onOneEngine('a film', (open) => {
  it('is sent in the range that is asked for, never compressed', async () => {
    const visitor = (await open({ assets })).visitor();
    const ranges: [range: string, first: number, last: number][] = [
      ['bytes=0-1', 0, 1],
      ['bytes=0-', 0, 999],
      ['bytes=10-19', 10, 19],
      ['bytes=990-5000', 990, 999],
      ['bytes=999-999', 999, 999],
      ['bytes=-5', 995, 999],
      ['bytes=-5000', 0, 999],
      ['Bytes= 1-2', 1, 2],
      [`bytes=0-${'9'.repeat(30)}`, 0, 999],
    ];
    for (const path of ['/assets/hero-a1.webm', '/assets/hero-a1.mp4']) {
      for (const [range, first, last] of ranges) {
        const answer = await get(visitor, path, { range });
        expect([answer.status, answer.headers.get('content-range')], range).toEqual([
          206,
          `bytes ${first}-${last}/1000`,
        ]);
        expect(answer.headers.get('content-length')).toBe(String(last - first + 1));
        expect(answer.headers.get('content-encoding')).toBeNull();
        expect((await bytesOf(answer)).equals(film.subarray(first, last + 1)), range).toBe(true);
      }
    }
  });

  it('is sent whole where no range, several or something else is asked for', async () => {
    const visitor = (await open({ assets })).visitor();
    const others = [
      '',
      'bytes',
      'bytes=',
      'bytes=-',
      'bytes=5-1',
      'bytes=0-1,5-6',
      'bytes=a-b',
      'bytes=1',
      'seconds=0-1',
    ];
    for (const range of ['bytes=0x1-2', 'bytes=-1-2', 'bytes=1.5-2', ...others]) {
      const answer = await get(visitor, '/assets/hero-a1.webm', { range });
      expect([answer.status, answer.headers.get('content-range')], range).toEqual([200, null]);
      expect((await bytesOf(answer)).equals(film), range).toBe(true);
    }
    const plain = await get(visitor, '/assets/hero-a1.webm');
    expect(plain.headers.get('accept-ranges')).toBe('bytes');
    expect(plain.headers.get('content-type')).toBe('video/webm');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('refuses a range that begins after its end', async () => {
    const visitor = (await open({ assets })).visitor();
    for (const range of ['bytes=1000-', 'bytes=1000-2000', `bytes=${'9'.repeat(400)}-`, 'bytes=-0']) {
      const answer = await get(visitor, '/assets/hero-a1.webm', { range });
      expect([answer.status, answer.headers.get('content-range')], range).toEqual([416, 'bytes */1000']);
      expect((await bytesOf(answer)).length).toBe(0);
    }
    expect((await get(visitor, '/assets/empty-a1.mp4', { range: 'bytes=0-' })).status).toBe(416);
  });

  it('is continued only if it has not changed', async () => {
    const visitor = (await open({ assets })).visitor();
    const etag = (await get(visitor, '/assets/hero-a1.webm')).headers.get('etag') ?? '';
    const statusFor = async (ifRange: string) =>
      (await get(visitor, '/assets/hero-a1.webm', { range: 'bytes=500-', 'if-range': ifRange })).status;
    expect(await statusFor(etag)).toBe(206);
    for (const other of ['"another"', `W/${etag}`, new Date().toUTCString(), '*']) {
      expect(await statusFor(other), other).toBe(200);
    }
  });

  it('has its length in the answer to HEAD, which ignores ranges', async () => {
    const visitor = (await open({ assets })).visitor();
    for (const headers of [{}, { range: 'bytes=0-1' }, { range: 'bytes=5000-' }] as Record<string, string>[]) {
      const answer = await get(visitor, '/assets/hero-a1.webm', headers, 'HEAD');
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1000']);
      expect(answer.headers.get('accept-ranges')).toBe('bytes');
      expect(await answer.text()).toBe('');
    }
  });
});

onOneEngine('a file of the pages', (open) => {
  it('that the reader has cached is not sent again', async () => {
    const visitor = (await open({ assets })).visitor();
    for (const path of ['/favicon.svg', '/site.webmanifest', '/assets/root-a1.css', '/assets/hero-a1.mp4']) {
      const etag = (await get(visitor, path)).headers.get('etag') ?? '';
      expect(etag, path).toMatch(/^"[\w-]+"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get(visitor, path, { 'if-none-match': known, range: 'bytes=0-1' });
        expect([answer.status, answer.headers.get('etag'), await answer.text()], path).toEqual([304, etag, '']);
      }
      expect((await get(visitor, path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  it('has a validator of its own for each encoding, and ranges only where it has one', async () => {
    const visitor = (await open({ assets })).visitor();
    const packed = await get(visitor, '/assets/root-a1.css', { range: 'bytes=0-1' });
    const plain = await get(visitor, '/assets/root-a1.css', { 'accept-encoding': 'identity', range: 'bytes=0-1' });
    expect([packed.status, packed.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    for (const answer of [packed, plain]) {
      expect([answer.headers.get('vary'), answer.headers.get('accept-ranges')]).toEqual(['accept-encoding', null]);
    }
    expect((await bytesOf(plain)).equals(styles)).toBe(true);
    const head = await get(visitor, '/assets/root-a1.css', { 'accept-encoding': 'identity' }, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(styles.length));
  });

  it('is named by its type', async () => {
    const visitor = (await open({ assets })).visitor();
    const typeOf = async (path: string) => (await get(visitor, path)).headers.get('content-type');
    expect(await typeOf('/assets/letters-a1.woff2')).toBe('font/woff2');
    expect(await typeOf('/assets/poster-a1.avif')).toBe('image/avif');
    expect(await typeOf('/assets/hero-a1.mp4')).toBe('video/mp4');
    expect(await typeOf('/site.webmanifest')).toBe('application/manifest+json');
  });

  it('is reached under its exact path alone', async () => {
    const visitor = (await open({ assets })).visitor();
    const others = [
      '/assets/HERO-a1.webm',
      '/assets/hero-a1.webm/',
      '/assets/hero-a1%2Ewebm',
      '/assets/root-a1.css.br',
      '/notes.md',
      '/assets',
      '/assets/',
      '/secret.webm',
      '/assets/__proto__',
    ];
    for (const path of others) {
      const answer = await get(visitor, path, { range: 'bytes=0-3' });
      expect(answer.status, path).toBeOneOf([200, 400]);
      if (answer.status === 200) expect(await answer.text(), path).toBe('a page');
    }
    const tricks = ['/../secret.webm', '/..%2fsecret.webm', '/assets/..%2f..%2fsecret.webm', '/%2e%2e/secret.webm'];
    await withHttpServer(await open({ assets }), async ({ send }) => {
      for (const path of tricks) expect((await send('GET', path)).status, path).toBe(400);
    });
  });
});
