import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication, buildFields, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onOneEngine } from '../../test/harness.ts';
import { type HttpServer, type RawResponse, withHttpServer } from '../../test/http-server.ts';
import { renderedPage } from '../../test/rendered-page.ts';

const path = '/api/application/fetchApplicationEnquiry';
const type = { 'content-type': 'application/json' };
/** The same enquiry in two spellings. */
const spellings = [path, `${path}?`];

/** Removes what differs each time: the time, ids and random values. */
function comparable({ status, headers, bytes }: RawResponse) {
  const { date, connection, 'keep-alive': _, 'x-request-id': id, 'set-cookie': cookies, ...others } = headers;
  const encoding = bytes.length ? headers['content-encoding'] : undefined;
  const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  return {
    status,
    headers: others,
    hasId: /^[0-9a-f]{24}$/.test(String(id)),
    cookies: cookies?.map((cookie) => cookie.replace(/=[^;]*/, '')),
    text: plain.toString().replace(/"requestId":"[0-9a-f]{24}"/, ''),
  };
}

onOneEngine('a call over a connection', (open) => {
  it('is answered: found, not found, wrong, from elsewhere, refused, compressed', async () => {
    const harness = await open();
    const { passport, currentN, dob } = await addApplication(await harness.signIn('admin'));
    const right = JSON.stringify({ search: passport, search1: currentN, search2: dob });
    const wrong = JSON.stringify({ search: 'A00000000', search1: currentN, search2: dob });
    const kinds: [name: string, status: number, body: string | Buffer, headers?: Record<string, string>][] = [
      ['found', 200, right],
      ['found, in brotli', 200, right, { 'accept-encoding': 'gzip, br' }],
      ['found, in gzip', 200, right, { 'accept-encoding': 'gzip' }],
      ['found, as it is', 200, right, { 'accept-encoding': 'identity' }],
      ['not found', 200, wrong],
      ['not found, in brotli', 200, wrong, { 'accept-encoding': 'br' }],
      ['nothing asked', 400, '{}'],
      ['no JSON', 400, '{'],
      ['a name twice', 400, '{"search":"a","search":"b"}'],
      ['no UTF-8', 400, Buffer.from([0x22, 0xff, 0x22])],
      ['no body', 400, ''],
      ['another type', 400, right, { 'content-type': 'text/plain' }],
      ['from another site', 403, right, { 'sec-fetch-site': 'cross-site' }],
      ['of another origin', 403, right, { origin: 'https://evil.example' }],
      ['too long', 413, `{"search":"${'a'.repeat(limits.jsonBodyBytesMax)}"}`],
    ];
    await withHttpServer(harness, async ({ send }) => {
      for (const [name, status, body, headers] of kinds) {
        const answers = [];
        for (const each of spellings)
          answers.push(await send('POST', each, { headers: { ...type, ...headers }, body }));
        const [answer, other] = answers.map(comparable);
        expect(answer?.status, name).toBe(status);
        expect(answer, name).toEqual(other);
        expect(answer?.hasId, name).toBe(true);
        expect(answer?.cookies?.length, name).toBe(name.startsWith('found') ? 3 : undefined);
      }
      // The passport has one budget, however its attempts are spelled.
      const tries = [];
      for (let at = 0; at < 4; at++)
        tries.push(await send('POST', spellings[at % 2] as string, { headers: type, body: wrong }));
      expect(tries.map(({ status }) => status)).toEqual([200, 429, 429, 429]);
      expect(comparable(tries[1] as RawResponse)).toEqual(comparable(tries[2] as RawResponse));
      expect(tries[1]?.headers['retry-after']).toBe('900');
    });
  });

  it('counts for the address that a trusted proxy names, and no other', async () => {
    const harness = await open({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
    const bodyOf = (at: number) =>
      JSON.stringify({ search: `ZZ${at}000000`, search1: 'Bangladesh', search2: '1990-01-05' });
    const spray = (from: (at: number) => string) =>
      withHttpServer(harness, async ({ send }: HttpServer) => {
        const statuses = [];
        for (let at = 0; at < 22; at++) {
          const headers = { ...type, 'x-forwarded-for': from(at) };
          statuses.push((await send('POST', path, { headers, body: bodyOf(at) })).status);
        }
        return statuses;
      });
    expect(await spray(() => '198.51.100.7')).toEqual([...Array(20).fill(200), 429, 429]);
    harness.clock.advance(900);
    expect(await spray((at) => `198.51.100.${at}`)).toEqual(Array(22).fill(200));
  });

  it('survives a caller who disconnects during the body or before the answer', async () => {
    const harness = await open();
    const { passport, currentN, dob } = await addApplication(await harness.signIn('admin'));
    const body = JSON.stringify({ search: passport, search1: currentN, search2: dob });
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    await withHttpServer(harness, async ({ port, send }) => {
      for (const sent of [body.slice(0, 10), body]) {
        const before = harness.lines.length;
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${sent}`, () => socket.destroy());
        await expect.poll(() => harness.lines.length).toBe(before + 1);
      }
      await sleep(20);
      expect((await send('POST', path, { headers: type, body })).status).toBe(200);
    });
  });
});

/** More bytes than are sent in one piece. */
function noise(): Promise<Buffer> {
  const [width, height, channels] = [900, 700, 3] as const;
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

const withPhoto = async (staff: Caller, image: Buffer) =>
  dataOf(await staff.call('addApplication', { form: formOf(buildFields(), { image }) }));

onOneEngine('a file over a connection', (open) => {
  it('is answered to staff, refused to others, public for a slide; also unchanged, unknown, and with a path trick', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { image } = await withPhoto(staff, await noise());
    const form = formOf({ thumbnail: 'A slide' }, { image: await buildPhoto() });
    const slide = dataOf(await staff.call('addSlide', { form })).image;
    const cookie = [...staff.cookies].map((pair) => pair.join('=')).join('; ');
    const none = `/api/files/${'0'.repeat(24)}.jpg`;
    await withHttpServer(harness, async ({ send }) => {
      const etag = (await send('GET', slide)).headers.etag ?? '';
      const kinds: [name: string, status: number, path: string, headers?: Record<string, string>][] = [
        ['to staff', 200, image ?? '', { cookie, 'accept-encoding': 'br' }],
        ['a thumbnail', 200, thumbnailUrl(image ?? '', limits.photoThumbnailWidths[0]), { cookie }],
        ['to nobody', 404, image ?? ''],
        ['to everybody', 200, slide],
        ['unchanged', 304, slide, { 'if-none-match': etag }],
        ['changed', 200, slide, { 'if-none-match': '"other"' }],
        ['unknown', 404, none],
        ['unknown to staff', 404, none, { cookie }],
      ];
      for (const [name, status, path, headers = {}] of kinds) {
        const answers = [await send('GET', path, { headers }), await send('GET', `${path}?`, { headers })];
        const [answer, other] = answers.map(comparable);
        expect(answer?.status, name).toBe(status);
        expect(answer, name).toEqual(other);
        expect(answers[0]?.bytes.length, name).toBe(status === 304 ? 0 : Number(answers[0]?.headers['content-length']));
        expect(answers[0]?.headers['content-encoding'], name).toBeUndefined();
        const head = comparable(await send('HEAD', path, { headers }));
        expect({ ...head, text: answer?.text }, name).toEqual(answer);
        expect(head.text, name).toBe('');
      }
      for (const [path, status] of [
        [`${none}/`, 404],
        ['/api/files/../files/a.jpg', 400],
        ['/api/files/%2e%2e.jpg', 400],
        ['/api/files/A.jpg', 404],
      ] as const)
        expect((await send('GET', path, { headers: { cookie } })).status, path).toBe(status);
      const withBody = await send('GET', slide, { headers: { 'content-length': '2' }, body: '{}' });
      expect(withBody.status).toBe(200);
    });
  });

  it('gives each of many concurrent readers its own bytes', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const cookie = [...staff.cookies].map((pair) => pair.join('=')).join('; ');
    const paths: string[] = [];
    for (let at = 0; at < 4; at++) paths.push((await withPhoto(staff, await noise())).image ?? '');
    await withHttpServer(harness, async ({ send }) => {
      const read = async (path: string) => {
        const { bytes } = await send('GET', path, { headers: { cookie } });
        return createHash('sha256').update(bytes).digest('hex');
      };
      const right = await harness.database.db.selectFrom('file').select(['name', 'sha256']).execute();
      const requested = Array.from({ length: 40 }, (_, at) => paths[at % paths.length] ?? '');
      const hashes = await Promise.all(requested.map(read));
      expect(hashes).toEqual(requested.map((path) => right.find(({ name }) => path.endsWith(name))?.sha256));
    });
  });
});

onOneEngine('a page over a connection', (open) => {
  const filler = '<p>ভিসা আবেদনের অবস্থা দেখুন</p>'.repeat(100);
  const pages = async () => renderedPage(`<!doctype html>${filler}`);

  it('is the same whether it was just rendered or cached', async () => {
    const harness = await open({ pages });
    await withHttpServer(harness, async ({ send }) => {
      const host = { host: 'localhost:3000' };
      const kinds: [method: string, status: number, headers: Record<string, string>][] = [
        ['GET', 200, {}],
        ['GET', 200, { 'accept-encoding': 'br' }],
        ['GET', 200, { 'accept-encoding': 'gzip' }],
        ['GET', 200, { cookie: 'language=bn' }],
        ['HEAD', 200, { 'accept-encoding': 'br' }],
      ];
      for (const [method, status, headers] of kinds) {
        harness.clock.advance(1);
        const rendered = await send(method, '/about', { headers: { ...host, ...headers } });
        const ready = await send(method, '/about', { headers: { ...host, ...headers } });
        expect(rendered.status).toBe(status);
        expect(comparable(ready)).toEqual(comparable(rendered));
        const etag = String(ready.headers.etag);
        const unchanged = await send(method, '/about', { headers: { ...host, ...headers, 'if-none-match': etag } });
        expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
      }
      const posted = await send('POST', '/about', { headers: { ...host, origin: 'https://evil.example' } });
      expect(posted.status).toBe(403);
      const elsewhere = await send('GET', '/about?a=1', { headers: { host: '127.0.0.1:3000' } });
      expect([elsewhere.status, elsewhere.headers.location]).toEqual([302, 'http://localhost:3000/about?a=1']);
    });
  });
});
