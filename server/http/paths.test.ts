import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { onOneEngine } from '../../test/harness.ts';
import { withHttpServer } from '../../test/http-server.ts';
import { renderedPage } from '../../test/rendered-page.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const known = '/api/users/get_users';
const tricks = [
  '//api/users/get_users',
  '/api//users/get_users',
  '/api/users//get_users',
  '/api/users/get_users//',
  '/api%2fusers%2fget_users',
  '/api/users%2Fget_users',
  '/api%5cusers/get_users',
  '/api/users/get_users%00',
  '/api/users/get_users%00.jpg',
  '/api/%2e%2e/api/users/get_users',
  '/api/files/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/api/files/..%2f..%2fmaplegate.db',
  '/api/files/%2e%2e/secret.key',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%2f..%2fpackage.json',
  '/.%2e/package.json',
  '/api/../api/users/get_users',
  '/api/./users/get_users',
  '/..',
  '/api/files/..\\..\\maplegate.db',
  '\\api\\users\\get_users',
];
const nearMisses = [
  '/api',
  '/api/',
  '/api/users',
  '/api/users/get_users/',
  '/api/users/get_users/x',
  '/api/users/get_users.json',
  '/api/users/get_users;x=1',
  '/api/users/get_users%20',
  '/api/users/get_users%09',
  '/api/users/get_users%0a',
  '/api/users/GET_USERS',
  '/api/Users/get_users',
  '/api/users/get_user%73x',
  '/api/%75sers/get_userz',
  '/api/files/',
  '/api/files/a/b',
  '/api/files/%25%32%65',
  '/api/files/%C0%AE%C0%AE',
  '/api/files/%E0%A4%A',
  `/api/files/${'a'.repeat(4_000)}`,
  '/api/__proto__',
  '/api/users/constructor',
  '/api/application/__proto__/x',
];

onOneEngine('a path', (open) => {
  it('with a trick in it is a 400 and never reaches a call, a page or a file', async () => {
    let pagesShown = 0;
    const harness = await open({
      pages: async () => {
        pagesShown++;
        return renderedPage('');
      },
    });
    const owner = await harness.signIn('super-admin');
    const cookie = `session=${owner.cookies.get('session')}`;
    await withoutTrace(harness, () =>
      withHttpServer(harness, async ({ send }) => {
        expect((await send('GET', known, { headers: { cookie } })).status).toBe(200);
        for (const path of tricks) {
          for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
            const { status, bytes } = await send(method, path, { headers: { cookie } });
            expect(status, `${method} ${path}`).toBe(400);
            expect(bytes.toString(), path).not.toMatch(/_id|root:/);
          }
        }
      }),
    );
    expect(pagesShown).toBe(0);
  });

  it('that only resembles a call is a 404 under /api, for everybody', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await withoutTrace(harness, async () => {
      for (const path of nearMisses) {
        for (const caller of [owner, harness.visitor()]) {
          const answer = await caller.request(path);
          expect([answer.status, (await answer.json()).code], path).toEqual([404, 'not_found']);
          expect((await caller.request(path, { method: 'DELETE' })).status, path).toBeOneOf([404, 405]);
        }
      }
    });
  });

  it('in capitals is a page and no call', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    for (const path of ['/API/users/get_users', '/Api/users/get_users']) {
      expect(await (await owner.request(path)).text()).toBe('a page');
    }
  });

  it('with escaped letters is unknown, because every check and the router read it as it was sent', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    for (const caller of [owner, harness.visitor()]) {
      for (const path of ['/api/users/get%5Fusers', '/api/%75sers/me', '/api/%61udit']) {
        for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
          expect((await caller.request(path, { method })).status, `${method} ${path}`).toBe(404);
        }
      }
      for (const path of ['/%61pi/users/get_users', '/%61pi/users/me', '/%61pi/audit', '/metric%73', '/health%7A']) {
        expect(await (await caller.request(path)).text(), path).toBe('a page');
      }
    }
  });

  it.each([
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost:3000', 400],
    ['a foreign scheme', 'GET ftp://localhost/ HTTP/1.1\r\nHost: localhost:3000', 400],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b/@c?#', 400],
    ['no Host', 'GET /healthz HTTP/1.1', 400],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\nHost: evil.example', 400],
    ['the same Host twice', 'GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\nhost: localhost:3000', 400],
    ['a whole URL with a trick', 'GET http://localhost:3000//healthz HTTP/1.1\r\nHost: localhost:3000', 400],
    ['a whole URL', 'GET http://localhost:3000/healthz?a HTTP/1.1\r\nHost: localhost:3000', 200],
    ['no Host, as HTTP/1.0 allows', 'GET /healthz HTTP/1.0', 200],
  ])('in a request with %s is checked as it was sent', async (_, head, status) => {
    const harness = await open();
    await withHttpServer(harness, async ({ port }) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head}\r\nConnection: close\r\n\r\n`);
      const answer = Buffer.concat(await socket.toArray()).toString();
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'");
      if (status === 400) expect(answer).toContain('"code":"bad_request"');
    });
  });

  it('cannot avoid a check by its query or fragment', async () => {
    const harness = await open();
    for (const tail of [
      '?x=//a',
      '?path=../..',
      '?%00',
      '?a=%2f',
      '?__proto__[role]=super-admin',
      '?role=super-admin',
    ]) {
      expect((await harness.visitor().request(known + tail)).status, tail).toBe(401);
    }
  });

  it('is taken from the request line, not from headers that name another', async () => {
    const harness = await open();
    for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-forwarded-host', 'forwarded']) {
      const answer = await harness.visitor().request(known, { headers: { [name]: '/api/slider/fetchSlider' } });
      expect(answer.status, name).toBe(401);
      expect(JSON.stringify([...answer.headers])).not.toContain('fetchSlider');
    }
    for (const [host, status] of [
      ['slider.example', 401],
      ['/api/slider/fetchSlider', 400],
    ] as const) {
      expect((await harness.visitor().request(known, { headers: { host } })).status, host).toBe(status);
    }
  });
});
