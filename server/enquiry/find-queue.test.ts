import { expect, test } from 'vitest';
import { FindQueue } from './find-queue.ts';

const hash = (number: number) => number.toString(16).padStart(32, '0');
const find = (number: number, { at = '2026-03-10T04:00:00.000Z', times = 1 } = {}) => ({
  address: hash(number),
  passport: hash(number + 1),
  applicationId: hash(number + 2).slice(-24),
  at,
  times,
});

test('finds come out as they went in, however many, and once', () => {
  const queue = new FindQueue();
  const finds = Array.from({ length: 3_000 }, (_, number) => find(number));
  for (const one of finds) queue.add(one);
  expect(queue.size).toBe(3_000);
  expect([...queue.take().values()]).toEqual(finds);
  expect([queue.size, queue.take().size]).toEqual([0, 0]);
  queue.add(find(7));
  expect([...queue.take().values()]).toEqual([find(7)]);
});

test('those of one address and record are one, with the last time and the sum', () => {
  const queue = new FindQueue();
  queue.add(find(1, { at: '2026-03-10T04:00:00.002Z', times: 2 }));
  queue.add(find(2));
  queue.add(find(1, { at: '2026-03-10T04:00:00.001Z', times: 70_000 }));
  expect([...queue.take().values()]).toEqual([find(1, { at: '2026-03-10T04:00:00.002Z', times: 70_002 }), find(2)]);
});

test('a find that would lie in the place of another is refused', () => {
  const queue = new FindQueue();
  expect(() => queue.add({ ...find(1), address: 'short' })).toThrow('another length');
  expect(queue.size).toBe(0);
});
