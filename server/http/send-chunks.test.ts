import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Encoding } from './compress.ts';
import { sendChunks } from './send-stored.ts';

/** Enough that neither the system nor a compressor can take all of it. */
const chunksMax = 50_000;
const chunk = () => Array.from({ length: 512 }, () => Math.random().toString(36)).join();

/** Sends chunks over a connection; says how many were made, whether they were closed, and how sending ended. */
async function sending(encoding: Encoding | null, read: (answer: IncomingMessage) => unknown, failsAt = chunksMax) {
  const app = Fastify();
  let made = 0;
  let isClosed = false;
  const sent = Promise.withResolvers<unknown>();
  async function* chunks() {
    try {
      while (made < chunksMax) {
        if (made === failsAt) throw new Error('no more');
        made++;
        yield chunk();
        await setImmediate();
      }
    } finally {
      isClosed = true;
    }
  }
  app.get('/', (_, reply) => {
    sendChunks(reply, chunks(), encoding).then(() => sent.resolve('sent'), sent.resolve);
  });
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const [answer] = (await once(request({ port, agent: false }).end(), 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  await read(answer);
  const end = await sent.promise;
  await app.close();
  return { made, isClosed, end };
}

test.each([null, 'br', 'gzip'] as const)(
  'chunks in %s are no longer made once their reader has left, and a failure leaves the answer incomplete',
  async (encoding) => {
    const left = await sending(encoding, async (answer) => {
      await once(answer, 'data');
      answer.destroy();
    });
    expect(left).toMatchObject({ isClosed: true, end: 'sent' });
    expect(left.made).toBeLessThan(chunksMax);
    const failed = await sending(encoding, (answer) => expect(buffer(answer)).rejects.toThrow('aborted'), 300);
    expect(failed).toMatchObject({ isClosed: true, end: { message: 'no more' } });
  },
);
