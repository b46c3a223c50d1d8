import { expect, test } from 'vitest';
import { onEachEngine } from '../../test/world.ts';
import { inTransaction, systemContext } from '../context.ts';
import { FindQueue, inLists } from './find-queue.ts';
import { insertFinds } from './tries.db.ts';

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
  const taken = queue.take();
  expect(queue.size).toBe(0);
  queue.add(find(7));
  expect([...taken]).toEqual(finds);
  expect([...taken]).toEqual(finds);
  expect([...queue.take()]).toEqual([find(7)]);
  expect([...queue.take()]).toEqual([]);
});

test('those of one address and record that are written together are one, with the last time and the sum', () => {
  const later = find(1, { at: '2026-03-10T04:00:00.002Z', times: 2 });
  const earlier = find(1, { at: '2026-03-10T04:00:00.001Z', times: 70_000 });
  expect([...inLists([later, find(2), earlier], 64)]).toEqual([[{ ...later, times: 70_002 }, find(2)]]);
});

test('as many are written at once as a statement takes, and none is left out', () => {
  const finds = Array.from({ length: 150 }, (_, number) => find(number));
  const lists = [...inLists(finds, 64)];
  expect(lists.map((list) => list.length)).toEqual([64, 64, 22]);
  expect(lists.flat()).toEqual(finds);
});

test('a find that would lie in the place of another is refused', () => {
  const queue = new FindQueue();
  expect(() => queue.add({ ...find(1), address: 'short' })).toThrow('another length');
  expect(queue.size).toBe(0);
});

onEachEngine('finds that waited for long', (open) => {
  test('are all written, also when they are more than one statement takes', async () => {
    const ctx = systemContext(await open());
    const finds = Array.from({ length: 1_300 }, (_, number) => find(number, { times: number }));
    await inTransaction(ctx, (ctx) => insertFinds(ctx, finds));
    const { address, passport, applicationId, at, times } = find(1_299, { times: 1_299 });
    const rows = await ctx.query.selectFrom('enquiryFind').selectAll().orderBy('sequence').execute();
    expect(rows).toHaveLength(1_300);
    expect(rows.at(-1)).toMatchObject({ address, passport, applicationId, at, times });
  });
});
