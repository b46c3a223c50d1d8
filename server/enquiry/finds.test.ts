import { expect, test } from 'vitest';
import { onEachEngine } from '../../test/harness.ts';
import { inTransaction, systemContext } from '../context.ts';
import { insertFinds } from './attempts.db.ts';

const hash = (number: number) => number.toString(16).padStart(32, '0');
const find = (number: number, { at = '2026-03-10T04:00:00.000Z', times = 1 } = {}) => ({
  address: hash(number),
  passport: hash(number + 1),
  applicationId: hash(number + 2).slice(-24),
  at,
  times,
});

onEachEngine('finds that waited for a long time', (open) => {
  test('are all written, even when they are more than one statement takes', async () => {
    const ctx = systemContext(await open());
    const finds = Array.from({ length: 1_300 }, (_, number) => find(number, { times: number }));
    await inTransaction(ctx, (ctx) => insertFinds(ctx, finds));
    const columns = ['address', 'passport', 'applicationId', 'at', 'times'] as const;
    const rows = await ctx.db.selectFrom('enquiryFind').select(columns).orderBy('sequence').execute();
    expect(rows).toEqual(finds);
  });

  test('are merged when they have the same address and record, with the last time and the sum', async () => {
    const ctx = systemContext(await open());
    const later = find(1, { at: '2026-03-10T04:00:00.002Z', times: 2 });
    const earlier = find(1, { at: '2026-03-10T04:00:00.001Z', times: 70_000 });
    await inTransaction(ctx, (ctx) => insertFinds(ctx, [later, find(2), earlier]));
    const rows = await ctx.db.selectFrom('enquiryFind').select(['address', 'at', 'times']).orderBy('times').execute();
    expect(rows).toEqual([
      { address: find(2).address, at: find(2).at, times: 1 },
      { address: later.address, at: later.at, times: 70_002 },
    ]);
  });
});
