import { expect, it } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { type Caller, onOneEngine, origin } from '../../test/harness.ts';
import { renderedPage } from '../../test/rendered-page.ts';
import { requestsTo } from '../../test/requests.ts';
import { createApp } from '../app.ts';
import { createLog } from '../log.ts';

const id = 'a'.repeat(24);
const pathOf = (path: string) => path.replace('{id}', id).replace('{name}', `${id}.jpg`);

/** One of each kind of answer: success, each refusal, nothing, a page, an error within a page. */
const kinds: [name: string, send: (caller: Caller) => Promise<Response>, status: number][] = [
  ['success', (caller) => caller.request('/api/slider/fetchSlider'), 200],
  ['no content', (caller) => caller.request('/api/users/logout', { method: 'POST' }), 204],
  ['bad input', (caller) => caller.request('/api/users/login', { method: 'POST' }), 400],
  ['no session', (caller) => caller.request('/api/users/me'), 401],
  [
    'cross-site',
    (caller) => caller.request('/api/users/me', { method: 'PUT', headers: { origin: 'https://evil.example' } }),
    403,
  ],
  ['unknown path', (caller) => caller.request('/api/nothing'), 404],
  ['unknown file', (caller) => caller.request(`/api/files/${id}.jpg`), 404],
  ['wrong method', (caller) => caller.request('/api/users/me', { method: 'PUT' }), 405],
  ['path trick', (caller) => caller.request('//api/users/me'), 400],
  ['page', (caller) => caller.request('/about'), 200],
  ['broken page', (caller) => caller.request('/broken'), 500],
  ['health', (caller) => caller.request('/healthz'), 200],
  ['readiness', (caller) => caller.request('/readyz'), 200],
];
const pages = async (request: Request) => {
  if (request.url.endsWith('/broken')) throw new Error('secret detail');
  return renderedPage('<!doctype html><title>A page</title>');
};

onOneEngine('an answer in JSON', (open) => {
  it('has its media type without a charset, also where it is an error', async () => {
    const { visitor } = await open();
    for (const path of ['/healthz', '/api/slider/fetchSlider', '/api/nothing']) {
      const answer = await visitor().request(path);
      expect(answer.headers.get('content-type'), path).toBe('application/json');
    }
  });
});

onOneEngine('every kind of answer', (open) => {
  it('carries the security headers and a request id of its own', async () => {
    const harness = await open({ pages });
    const ids = new Set<string>();
    for (const [name, send, status] of kinds) {
      const answer = await send(harness.visitor());
      expect(answer.status, name).toBe(status);
      const { headers } = answer;
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        'form-action',
        "frame-ancestors 'none'",
      ]) {
        expect(policy, name).toContain(part);
      }
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get('x-content-type-options'), name).toBe('nosniff');
      expect(headers.get('x-frame-options'), name).toBe('DENY');
      expect(headers.get('referrer-policy'), name).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy'), name).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy'), name).toBe('same-origin');
      expect(headers.get('strict-transport-security'), name).toBeNull();
      expect(headers.get('x-powered-by') ?? headers.get('server'), name).toBeNull();
      ids.add(headers.get('x-request-id') ?? '');
    }
    expect(ids.size).toBe(kinds.length);
  });

  it('has HSTS and __Host- cookies on https', async () => {
    const harness = await open({ pages, environment: { PUBLIC_URL: 'https://visa.example' } });
    for (const [name, send] of kinds) {
      const answer = await send(harness.visitor());
      expect(answer.headers.get('strict-transport-security'), name).toMatch(/^max-age=\d{8}/);
      for (const cookie of answer.headers.getSetCookie()) expect(cookie, name).toContain('; Secure');
    }
  });

  it('is never stored when it comes from the API, except its description, which browsers revalidate each time', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    for (const { method, path } of Object.values(endpoints)) {
      const answer = await owner.request(pathOf(path), { method });
      const right = path === endpoints.openapi.path ? 'public, max-age=0, must-revalidate' : 'no-store';
      expect(answer.headers.get('cache-control'), path).toBe(right);
    }
  });

  it('is not cached unless its route says otherwise', async () => {
    const harness = await open();
    for (const path of ['/healthz', '/readyz', '/dashboard', '/nowhere', '/apis', '/%61pi/users/me']) {
      const answer = await harness.visitor().request(path);
      expect([answer.status, answer.headers.get('cache-control')], path).toEqual([200, 'no-store']);
    }
    const elsewhere = await harness.request('http://127.0.0.1:3000/dashboard');
    expect([elsewhere.status, elsewhere.headers.get('cache-control')]).toEqual([302, 'no-store']);
  });

  it('hides the internal error, and gives the request id under which it is logged', async () => {
    const harness = await open({ pages });
    const answer = await harness.visitor().request('/broken');
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({
      message: 'An unexpected error occurred',
      code: 'internal_error',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(harness.lines.some((line) => line.includes(JSON.parse(text).requestId) && line.includes('stack'))).toBe(
      true,
    );
    expect(harness.lines.join('')).not.toContain('secret detail');
  });

  it('expires the cookies of a session that does not exist', async () => {
    const harness = await open();
    const visitor = harness.visitor();
    visitor.cookies.set('session', 'x'.repeat(43));
    const answer = await visitor.request('/api/users/me');
    expect(answer.status).toBe(401);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.some((cookie) => /^session=; .*Max-Age=0/.test(cookie))).toBe(true);
    expect(cookies.some((cookie) => /^refreshToken=; .*Max-Age=0/.test(cookie))).toBe(true);
  });
});

onOneEngine('a known path', (open) => {
  it('answers another method with 405 and the methods that it has, never as an id', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    const allowed = new Map<string, string[]>();
    for (const { method, path } of Object.values(endpoints)) {
      allowed.set(path, [...(allowed.get(path) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])]);
    }
    for (const [path, here] of allowed) {
      for (const method of methods.filter((method) => !here.includes(method))) {
        for (const caller of [owner, harness.visitor()]) {
          const answer = await caller.request(pathOf(path), { method });
          expect(answer.status, `${method} ${path}`).toBe(405);
          expect((await answer.json()).code).toBe('method_not_allowed');
          expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...here].sort());
        }
      }
      if (here.includes('GET')) continue;
      expect((await owner.request(pathOf(path), { method: 'HEAD' })).status, `HEAD ${path}`).toBe(405);
    }
  });

  it('answers HEAD with the status and headers of GET and no body', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    for (const { method, path } of Object.values(endpoints)) {
      if (method !== 'GET') continue;
      const get = await owner.request(pathOf(path));
      const head = await owner.request(pathOf(path), { method: 'HEAD' });
      expect(head.status, path).toBe(get.status);
      expect(await head.text(), path).toBe('');
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
    expect((await owner.request('/healthz', { method: 'HEAD' })).status).toBe(200);
    expect((await owner.request('/readyz', { method: 'HEAD' })).status).toBe(200);
  });

  it('of a health check answers only GET and HEAD', async () => {
    const harness = await open();
    for (const path of ['/healthz', '/readyz']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const answer = await harness.visitor().request(path, { method });
        expect([answer.status, answer.headers.get('allow')], `${method} ${path}`).toEqual([405, 'GET, HEAD']);
      }
    }
  });
});

onOneEngine('readiness', (open) => {
  it('is 503 while the database or the storage does not answer, and health stays 200', async () => {
    const harness = await open();
    const broken = { ...harness.database, check: () => Promise.reject(new Error('gone')) };
    const parts = { ...harness, log: createLog('silent'), pages, assets: () => null };
    const app = await createApp({ ...parts, database: broken, onReadinessPoll: () => true });
    const ask = requestsTo(app, origin);
    const answer = await ask('/readyz');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await ask('/healthz')).status).toBe(200);
    const leaving = requestsTo(await createApp({ ...parts, onReadinessPoll: () => false }), origin);
    expect((await leaving('/readyz')).status).toBe(503);
    expect((await leaving('/healthz')).status).toBe(200);
  });
});
