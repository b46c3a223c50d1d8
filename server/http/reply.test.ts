import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, it } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { onEachEngine } from '../../test/world.ts';
import type { App } from '../app.ts';

interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

type Send = (headers: Record<string, string>, body: unknown) => Promise<Answer>;

/** Over a real connection, since only there an answer goes out as plain values. */
async function overHttp<T>(app: App, work: (send: Send) => Promise<T>): Promise<T> {
  const server = createServer(getRequestListener(app.fetch));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const path = '/api/application/fetchApplicationEnquiry';
  try {
    return await work(async (headers, body) => {
      const all = { 'content-type': 'application/json', ...headers };
      const outgoing = request({ host: '127.0.0.1', port, method: 'POST', path, headers: all, agent: false });
      const [answer] = (await once(outgoing.end(JSON.stringify(body)), 'response')) as [IncomingMessage];
      const text = Buffer.concat(await answer.toArray()).toString();
      return { status: answer.statusCode, headers: answer.headers, body: text };
    });
  } finally {
    server.close();
  }
}

const seconds = /Max-Age=(\d+)/;
const known = ({ headers: { date, 'x-request-id': id, 'set-cookie': cookies, ...others } }: Answer) => ({
  ...others,
  cookies: cookies?.map((cookie) => [cookie.split('=')[0], seconds.exec(cookie)?.[1], cookie.split('; ').slice(1)]),
});

onEachEngine('an answer that goes out as it was made', (open) => {
  it('carries what the middleware gives to all others: headers, cookies, a request id', async () => {
    const world = await open();
    const { passport, currentN, dob } = await addApplication(await world.signIn('admin'));
    const right = { search: passport, search1: currentN, search2: dob };
    await overHttp(world.app, async (send) => {
      const direct = await send({}, right);
      const filled = await send({ 'accept-encoding': 'identity;q=1' }, right);
      expect(direct.status).toBe(200);
      expect(direct.body).toBe(filled.body);
      expect(known(direct)).toEqual(known(filled));
      expect(known(direct).cookies).toHaveLength(2);
      expect(direct.headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/);
      expect(direct.headers['x-request-id']).not.toBe(filled.headers['x-request-id']);
    });
  });

  it('is no other for one who takes it compressed', async () => {
    const world = await open();
    const wrong = { search: 'A00000000', search1: 'Bangladesh', search2: '1990-01-01' };
    await overHttp(world.app, async (send) => {
      const plain = await send({}, wrong);
      const compressed = await send({ 'accept-encoding': 'br, gzip' }, wrong);
      expect(plain.status).toBe(200);
      expect(compressed.body).toBe(plain.body);
      expect(known(compressed)).toEqual(known(plain));
      expect(known(plain).cookies).toBeUndefined();
    });
  });
});
