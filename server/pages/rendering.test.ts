import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { publicPages } from '../../contract/pages.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onOneEngine } from '../../test/harness.ts';
import { renderedPage } from '../../test/rendered-page.ts';
import { addSlide, changeSlide } from '../../test/slides.ts';
import type { Pages } from './rendering.ts';

const sharedPaths = publicPages.filter(({ isIndexed }) => isIndexed).flatMap(({ en, bn }) => [en, bn]);
const keptPaths = publicPages.filter((page) => page.isIndexed && !page.isForm).flatMap(({ en, bn }) => [en, bn]);
const filler = '<p>ভিসা আবেদনের অবস্থা দেখুন</p>'.repeat(100);

/** A page that shows the slides it was given and how often it was rendered. */
function showingSlides(): { pages: Pages; rendered: () => number } {
  let count = 0;
  const pages: Pages = async (request, context) => {
    count++;
    const titles = (await context.publishedSlides()).map(({ thumbnail }) => thumbnail).join(',');
    return renderedPage(`<!doctype html>${new URL(request.url).pathname} [${titles}]${filler}`);
  };
  return { pages, rendered: () => count };
}
const titlesOn = async (caller: Caller, path = '/') =>
  /\[(.*?)\]/.exec(await (await caller.request(path)).text())?.[1] ?? null;

onOneEngine('a page that is the same for everybody', (open) => {
  it('is rendered once for all requests within a moment, and again after it', async () => {
    const { pages, rendered } = showingSlides();
    const harness = await open({ pages });
    await Promise.all(Array.from({ length: 20 }, () => harness.visitor().request('/about')));
    for (const tail of ['', '?a=1', '?a=2']) await harness.visitor().request(`/about${tail}`);
    expect(rendered()).toBe(1);
    await harness.visitor().request('/bn/about');
    expect(rendered()).toBe(2);
    harness.clock.advance(0.899);
    await harness.visitor().request('/about');
    expect(rendered()).toBe(2);
    harness.clock.advance(0.001);
    await harness.visitor().request('/about');
    expect(rendered()).toBe(3);
    harness.clock.advance(-0.001);
    await harness.visitor().request('/about');
    expect(rendered()).toBe(4);
  });

  it('shows what staff save within a second, on every node, also when it is read meanwhile', async () => {
    const harness = await open({ pages: showingSlides().pages });
    const beside = await open({ pages: showingSlides().pages, beside: harness });
    const staff = await harness.signIn('admin');
    const visitors = [harness.visitor(), beside.visitor()];
    const seen = async () => Promise.all(visitors.map((visitor) => titlesOn(visitor)));
    await staff.request('/');
    expect(await seen()).toEqual(['', '']);
    const { _id } = await addSlide(staff, { thumbnail: 'Study' });
    await staff.request('/');
    harness.clock.advance(1);
    expect(await seen()).toEqual(['Study', 'Study']);
    dataOf(await changeSlide(staff, _id, { published: false }));
    await staff.request('/');
    harness.clock.advance(1);
    expect(await seen()).toEqual(['', '']);
  });

  it('shows staff the same as everybody, and nothing unpublished', async () => {
    const harness = await open({ pages: showingSlides().pages });
    const staff = await harness.signIn('super-admin');
    await addSlide(staff, { thumbnail: 'Shown' });
    await addSlide(staff, { thumbnail: 'Hidden', published: 'false' });
    for (const path of sharedPaths) {
      expect(await titlesOn(staff, path), path).toBe('Shown');
      expect(await titlesOn(harness.visitor(), path), path).toBe('Shown');
    }
    expect(await titlesOn(staff, '/view-one')).toBe('Shown');
  });

  it('is rendered without anything of the caller, and gives nobody the cookie of another', async () => {
    const seen: string[] = [];
    const harness = await open({
      pages: async (request, context) => {
        const me = await context.api.call('me');
        seen.push(JSON.stringify([[...request.headers], request.url, request.method, context.nonce, me.status]));
        return renderedPage(filler);
      },
    });
    const staff = await harness.signIn('admin');
    for (const path of sharedPaths) {
      const headers = { 'x-canary': 'canary', 'user-agent': 'canary', 'accept-language': 'canary' };
      for (const caller of [staff, harness.visitor()]) {
        const answer = await caller.request(`${path}?canary=1`, { headers });
        // The call sets cookies that end a session.
        expect(answer.headers.getSetCookie().join()).not.toContain('session');
      }
    }
    expect(seen).toEqual(
      sharedPaths.map((path) => JSON.stringify([[], `http://localhost:3000${path}`, 'GET', '', 401])),
    );
  });

  it('keeps the language of each reader, but not for pictures and other files', async () => {
    const { pages, rendered } = showingSlides();
    const harness = await open({ pages, environment: { PUBLIC_URL: 'https://visa.example' } });
    const cookiesFor = async (path: string, headers: Record<string, string>) =>
      (await harness.request(`https://visa.example${path}`, { headers })).headers.getSetCookie();
    const bangla = 'language=bn; Path=/; Max-Age=31536000; SameSite=Lax; Secure';
    for (const path of ['/bn', '/bn/enquiry', '/bn/view-one']) {
      expect(await cookiesFor(path, {}), path).toEqual([bangla]);
      expect(await cookiesFor(path, { 'sec-fetch-dest': 'document', cookie: 'a=b; language=en' })).toEqual([bangla]);
      expect(await cookiesFor(path, { cookie: 'language=bn' })).toEqual([]);
      expect(await cookiesFor(path, { 'sec-fetch-dest': 'image' })).toEqual([]);
    }
    expect(await cookiesFor('/', {})).toEqual([]);
    expect(await cookiesFor('/', { cookie: 'language=bn' })).toEqual([bangla.replace('=bn', '=en')]);
    expect(await cookiesFor('/nowhere', { cookie: 'language=bn' })).toEqual([]);
    expect(rendered()).toBeLessThan(9);
  });

  it('is a 304 for a reader who has it, until it changes', async () => {
    const harness = await open({ pages: showingSlides().pages });
    const staff = await harness.signIn('admin');
    const ask = (path: string, headers: Record<string, string>) => harness.visitor().request(path, { headers });
    for (const encoding of ['br', 'gzip', 'identity']) {
      for (const path of keptPaths) {
        const first = await ask(path, { 'accept-encoding': encoding, cookie: 'language=en' });
        const etag = first.headers.get('etag') ?? '';
        const again = await ask(path, { 'accept-encoding': encoding, 'if-none-match': `"x", W/${etag}` });
        expect([again.status, again.headers.get('etag'), await again.text()], path).toEqual([304, etag, '']);
        expect(again.headers.get('content-length')).toBeNull();
      }
    }
    const etag = (await ask('/', { 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    harness.clock.advance(0.9);
    expect((await ask('/', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304);
    await addSlide(staff, { thumbnail: 'New' });
    harness.clock.advance(0.9);
    expect((await ask('/', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(200);
  });

  it('is the same bytes in every encoding, each under a validator of its own', async () => {
    const harness = await open({ pages: showingSlides().pages });
    const ask = (encoding: string) => harness.visitor().request('/terms', { headers: { 'accept-encoding': encoding } });
    const etags = new Set<string | null>();
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, '': (bytes: Buffer) => bytes };
    // The first request renders the page, the second gets the cached one.
    for (let round = 0; round < 2; round++) {
      for (const [encoding, open] of Object.entries(unpack)) {
        const answer = await ask(encoding);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(answer.headers.get('content-encoding') ?? '').toBe(encoding);
        expect(answer.headers.get('content-length')).toBe(String(bytes.length));
        expect(answer.headers.get('vary')).toBe('accept-encoding');
        expect(open(bytes).toString()).toBe(`<!doctype html>/terms []${filler}`);
        etags.add(answer.headers.get('etag'));
      }
    }
    expect(etags.size).toBe(3);
  });

  it('may be cached and revalidated, but a form never, and an answer with a cookie only by its reader', async () => {
    const harness = await open({ pages: showingSlides().pages });
    for (let round = 0; round < 2; round++) {
      for (const path of sharedPaths) {
        const own = path.startsWith('/bn') ? 'language=bn' : 'language=en';
        const other = path.startsWith('/bn') ? 'language=en' : 'language=bn';
        const cacheControl = async (cookie: string) =>
          (await harness.visitor().request(path, { headers: { cookie } })).headers.get('cache-control');
        const isForm = !keptPaths.includes(path);
        expect(await cacheControl(own), path).toBe(isForm ? 'no-store' : 'public, max-age=0, must-revalidate');
        expect(await cacheControl(other), path).toBe(isForm ? 'no-store' : 'private, no-cache');
      }
    }
  });

  it('carries the headers of every answer, and an id and a line of the log of its own', async () => {
    const harness = await open({ pages: showingSlides().pages });
    const answers = [];
    for (const method of ['GET', 'GET', 'HEAD']) answers.push(await harness.visitor().request('/', { method }));
    const withoutId = ({ headers }: Response) => [...headers].filter(([name]) => name !== 'x-request-id');
    expect(withoutId(answers[1] as Response)).toEqual(withoutId(answers[0] as Response));
    expect(withoutId(answers[2] as Response)).toEqual(withoutId(answers[0] as Response));
    const [rendered, ready, head] = answers as [Response, Response, Response];
    expect(await ready.text()).toBe(await rendered.text());
    expect(await head.text()).toBe('');
    const policy = ready.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(ready.headers.get('x-content-type-options')).toBe('nosniff');
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(3);
    const lines = harness.lines.map((line) => JSON.parse(line));
    expect(lines.map(({ requestId }) => requestId)).toEqual(ids);
    for (const [at, method] of ['GET', 'GET', 'HEAD'].entries()) {
      expect(lines[at]).toMatchObject({ method, route: '/', status: 200, ms: expect.any(Number) });
    }
  });

  it('under another loopback name is a redirect, also while the page is cached', async () => {
    const harness = await open({ pages: showingSlides().pages });
    await harness.visitor().request('/about');
    const elsewhere = await harness.request('http://127.0.0.1:3000/about?a=1');
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, 'http://localhost:3000/about?a=1']);
    expect((await harness.request('http://evil.example/about')).status).toBe(200);
  });

  it('that cannot be rendered is not cached: waiting readers get the error, and the next one gets the page', async () => {
    let isBroken = true;
    const harness = await open({
      pages: async () => {
        await sleep(20);
        if (isBroken) throw new Error('secret detail');
        return renderedPage('whole');
      },
    });
    const answers = await Promise.all(Array.from({ length: 3 }, () => harness.visitor().request('/')));
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store']);
      expect((await answer.json()).code).toBe('internal_error');
    }
    isBroken = false;
    expect(await (await harness.visitor().request('/')).text()).toBe('whole');
  });

  it('with a status of its own is passed on and not cached', async () => {
    let status = 503;
    const harness = await open({ pages: async () => renderedPage(filler, { status }) });
    const broken = await harness.visitor().request('/', { headers: { 'if-none-match': '*' } });
    expect([broken.status, broken.headers.get('etag'), broken.headers.get('cache-control')]).toEqual([
      503,
      null,
      'no-store',
    ]);
    expect(await broken.text()).toBe(filler);
    status = 200;
    expect((await harness.visitor().request('/')).status).toBe(200);
  });

  it('is rendered for each post, never answered from the cache', async () => {
    const seen: string[] = [];
    const harness = await open({
      pages: async (request) => {
        seen.push(`${request.method} ${request.headers.get('cookie')}`);
        return renderedPage(filler);
      },
    });
    const headers = { cookie: 'grant=mine', 'content-type': 'application/x-www-form-urlencoded' };
    await harness.visitor().request('/enquiry');
    for (let round = 0; round < 2; round++) {
      const answer = await harness.visitor().request('/enquiry', { method: 'POST', body: 'a=1', headers });
      expect(answer.headers.get('etag')).toBeNull();
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    }
    expect(seen).toEqual(['GET null', 'POST grant=mine', 'POST grant=mine']);
  });
});

onOneEngine('the published slides of a page for one reader', (open) => {
  it('are read once for all readers within a moment, and anew for a page that is shared', async () => {
    const { pages, rendered } = showingSlides();
    const harness = await open({ pages });
    const staff = await harness.signIn('admin');
    const seen = async () => Promise.all([staff, harness.visitor()].map((caller) => titlesOn(caller, '/view-one')));
    await addSlide(staff, { thumbnail: 'Work' });
    expect(await seen()).toEqual(['Work', 'Work']);
    const { _id } = await addSlide(staff, { thumbnail: 'Study' });
    harness.clock.advance(0.899);
    expect(await seen()).toEqual(['Work', 'Work']);
    expect(await titlesOn(staff)).toBe('Work,Study');
    harness.clock.advance(0.001);
    expect(await seen()).toEqual(['Work,Study', 'Work,Study']);
    dataOf(await changeSlide(staff, _id, { published: false }));
    harness.clock.advance(1);
    expect(await seen()).toEqual(['Work', 'Work']);
    expect(rendered()).toBe(9);
  });

  it('are left out while they cannot be read, and are there as soon as they can', async () => {
    const harness = await open({ pages: showingSlides().pages });
    const staff = await harness.signIn('admin');
    await addSlide(staff, { thumbnail: 'Work' });
    const rename = (from: string, to: string) => harness.database.db.schema.alterTable(from).renameTo(to).execute();
    await rename('slide', 'slide_gone');
    expect(await titlesOn(staff, '/view-one')).toBe('');
    await rename('slide_gone', 'slide');
    expect(await titlesOn(staff, '/view-one')).toBe('Work');
  });
});

onOneEngine('a search engine', (open) => {
  it('may index the public pages and files, and nothing else', async () => {
    const harness = await open({ pages: showingSlides().pages });
    const staff = await harness.signIn('admin');
    const { image } = await addSlide(staff);
    const tagOf = async (path: string) => {
      const answer = await harness.visitor().request(path);
      await answer.arrayBuffer();
      return answer.headers.get('x-robots-tag');
    };
    for (const path of [...sharedPaths, `${sharedPaths[1]}?a=1`, image, '/robots.txt', '/sitemap.xml']) {
      expect(await tagOf(path), path).toBeNull();
    }
    const others = ['/view-one', '/bn/view-one', '/login', '/dashboard', '/nowhere', '/api/slider/fetchSlider'];
    for (const path of [...others, '/api/application/granted', '/api/users/me', '/api/nothing']) {
      expect(await tagOf(path), path).toBe('noindex');
    }
    expect((await staff.request('/api/users/me')).headers.get('x-robots-tag')).toBe('noindex');
  });
});
