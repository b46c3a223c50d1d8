import { expect, it } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { type Caller, onOneEngine, origin } from '../../test/harness.ts';
import { renderedPage } from '../../test/rendered-page.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const id = 'a'.repeat(24);
const absent = null;
const origins = [
  absent,
  origin,
  'https://evil.example',
  'null',
  `${origin}.evil.example`,
  'http://localhost:3001',
  'https://localhost:3000',
  '',
];
const sites = [absent, 'same-origin', 'none', 'same-site', 'cross-site', 'SAME-ORIGIN', ''];
const bodies: [type: string | null, body: string | null][] = [
  [absent, absent],
  ['application/json', '{"email":"a@b.example","password":"password"}'],
  ['application/x-www-form-urlencoded', 'email=a'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="thumbnail"\r\n\r\nA\r\n--x--\r\n'],
  ['text/plain', '{"thumbnail":"A"}'],
];

/** The rule written out by hand: only a page of this very origin, or a client that is no browser, may write. */
function mayWrite(from: string | null, site: string | null): boolean {
  if (site === 'same-origin' || site === 'none') return true;
  if (site !== absent) return false;
  return from === absent || from === origin;
}

const unsafe = Object.values(endpoints)
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }): [method: string, path: string] => [method, path.replace('{id}', id)]);
// The form of a page and unknown paths are checked too.
const unsafeCalls = [
  ...unsafe,
  ['POST', '/enquiry'],
  ['POST', '/enquiry.data'],
  ['PUT', '/'],
  ['POST', '/api/nothing'],
  ['PATCH', '/api/slider/fetchSlider'],
];

/** Every way in which a browser tells that another site made it send the write. */
const foreign = origins.flatMap((from) =>
  sites.filter((site) => !mayWrite(from, site)).map((site) => ({ from, site })),
);

async function send(
  caller: Caller,
  [method, path]: string[],
  headers: Record<string, string | null>,
  body: string | null,
) {
  const sent = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== null);
  return caller.request(path ?? '', { method: method ?? '', headers: sent, body });
}

onOneEngine('a write that another site made the browser send', (open) => {
  it('is refused on every unsafe route, whatever its origin, fetch metadata and content type, without effect', async () => {
    let pagesShown = 0;
    const harness = await open({
      pages: async () => {
        pagesShown++;
        return renderedPage('');
      },
    });
    const owner = await harness.signIn('super-admin');
    await withoutTrace(harness, async () => {
      // Each route gets every origin with every metadata, and every body many times.
      for (const [at, target] of unsafeCalls.entries())
        for (const [index, { from, site }] of foreign.entries()) {
          const [type, body] = bodies[(at + index) % bodies.length] ?? [absent, absent];
          const headers = { origin: from, 'sec-fetch-site': site, 'content-type': type };
          const answer = await send(owner, target, headers, body);
          expect([answer.status, (await answer.json()).code], `${target} ${from} ${site} ${type}`).toEqual([
            403,
            'cross_site',
          ]);
        }
    });
    expect(pagesShown).toBe(0);
    expect((await owner.call('me')).status).toBe(200);
  });

  it('is told apart from a write of our own site, which reaches its route', async () => {
    const harness = await open();
    const visitor = harness.visitor();
    for (const target of unsafe)
      for (const from of origins)
        for (const site of sites) {
          if (!mayWrite(from, site)) continue;
          const answer = await send(visitor, target, { origin: from, 'sec-fetch-site': site }, null);
          expect(answer.status, `${target} ${from} ${site}`).not.toBe(403);
        }
  });

  it('is refused before a byte of its body is read', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    let isRead = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead = true;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: 'POST', body, duplex: 'half', headers: { 'sec-fetch-site': 'cross-site' } } as RequestInit;
    expect((await owner.request('/api/slider/addSlider', init)).status).toBe(403);
    expect(isRead).toBe(false);
  });

  it('is not helped by Host and X-Forwarded-Host', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const headers = {
      origin: 'https://evil.example',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    };
    expect((await send(owner, ['POST', '/api/users/logout'], headers, null)).status).toBe(403);
    expect((await owner.call('me')).status).toBe(200);
  });

  it('cannot be hidden by a method override', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await withoutTrace(harness, async () => {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const headers = {
          'x-http-method-override': 'DELETE',
          'x-http-method': 'DELETE',
          'x-method-override': 'DELETE',
        };
        for (const [, path] of unsafe) await send(owner, [method, `${path}?_method=DELETE`], headers, null);
      }
    });
  });

  it('finds no CORS header on any answer', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    for (const { path } of Object.values(endpoints)) {
      for (const method of ['GET', 'OPTIONS']) {
        const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' };
        const answer = await send(owner, [method, path.replace('{id}', id)], headers, null);
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    }
  });
});
