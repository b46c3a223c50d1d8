import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProduct } from '../product.ts';

const request = (origin: string, path = '/readyz') =>
  fetch(origin + path).then(
    async (response) => {
      await response.arrayBuffer();
      return [response.status, response.headers.get('connection')];
    },
    () => ['no connection'],
  );

test('a node that a balancer polls goes on answering until the balancer has seen that it is not ready, closes each connection, and then stops', async () => {
  const product = await startProduct();
  const { origin } = product;
  for (let at = 0; at < 3; at++) expect(await request(origin)).toEqual([200, 'keep-alive']);
  const stopped = product.stop();
  await expect.poll(() => request(origin, '/')).toEqual([200, 'close']);
  for (let at = 0; at < 2; at++) expect(await request(origin)).toEqual([503, 'close']);
  await sleep(500);
  expect(await request(origin, '/')).toEqual([200, 'close']);
  expect(await request(origin)).toEqual([503, 'close']);
  expect(await stopped).toBe(0);
  expect(await request(origin, '/')).toEqual(['no connection']);
});

test('a node that nobody polls stops at once, and one whose balancer has gone stops a little later', async () => {
  const [polled, alone] = [await startProduct(), await startProduct()];
  for (let at = 0; at < 3; at++) await request(polled.origin);
  const stops: string[] = [];
  const stop = async (name: string, product: typeof polled) => {
    const code = await product.stop();
    stops.push(`${name} with ${code}`);
  };
  await Promise.all([stop('polled', polled), stop('alone', alone)]);
  expect(stops).toEqual(['alone with 0', 'polled with 0']);
});
