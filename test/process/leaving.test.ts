import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProduct } from '../product.ts';

const ask = (origin: string, path = '/readyz') =>
  fetch(origin + path).then(
    async (response) => {
      await response.arrayBuffer();
      return [response.status, response.headers.get('connection')];
    },
    () => ['no connection'],
  );

test('a node that a balancer asks goes on answering until it was told, closes each connection, and then leaves', async () => {
  const product = await startProduct();
  const { origin } = product;
  for (let at = 0; at < 3; at++) expect(await ask(origin)).toEqual([200, 'keep-alive']);
  const stopped = product.stop();
  await expect.poll(() => ask(origin, '/')).toEqual([200, 'close']);
  for (let at = 0; at < 2; at++) expect(await ask(origin)).toEqual([503, 'close']);
  await sleep(500);
  expect(await ask(origin, '/')).toEqual([200, 'close']);
  expect(await ask(origin)).toEqual([503, 'close']);
  expect(await stopped).toBe(0);
  expect(await ask(origin, '/')).toEqual(['no connection']);
});

test('a node whose balancer has gone leaves within ten seconds, one that nobody asked at once', async () => {
  const [asked, alone] = [await startProduct(), await startProduct()];
  await ask(asked.origin);
  await ask(asked.origin);
  const began = Date.now();
  const after = async (stopped: Promise<number | null>) => [await stopped, Date.now() - began] as const;
  const [first, second] = await Promise.all([after(alone.stop()), after(asked.stop())]);
  expect([first[0], second[0]]).toEqual([0, 0]);
  // The bounds are what tells the ways of leaving apart, with room for a busy machine: eight seconds, and twenty.
  expect(first[1]).toBeLessThan(7_500);
  expect(second[1]).toBeGreaterThan(7_500);
  expect(second[1]).toBeLessThan(18_000);
});
