import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onEachEngine } from '../../test/harness.ts';
import { type Context, inTransaction, systemContext } from '../context.ts';
import { batchedRead } from './batched-reads.ts';

const named = batchedRead(
  2,
  ([from, until]) => sql<{ name: string; value: string }>`
    select name, value from setting where name >= ${from} and name < ${until} order by name
  `,
);

const many = 150;
const nameOf = (at: number) => `test ${String(at).padStart(3, '0')}`;
const write = (ctx: Context, at: number, value: string) =>
  ctx.db
    .insertInto('setting')
    .values({ name: nameOf(at), value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
const valuesOf = async (ctx: Context, from: number, until: number) =>
  (await named(ctx, [nameOf(from), nameOf(until)])).map(({ value }) => value);

onEachEngine('batched reads', (open, engine) => {
  test('are each answered with their own rows: none, one or several', async () => {
    const ctx = systemContext(await open());
    for (let at = 0; at < many; at++) await write(ctx, at, `value ${at}`);
    const ranges = Array.from({ length: many }, (_, at) => [at, Math.min(many, at + (at % 4))] as const);
    const answers = await Promise.all(ranges.map(([from, until]) => valuesOf(ctx, from, until)));
    expect(answers).toEqual(
      ranges.map(([from, until]) => Array.from({ length: until - from }, (_, at) => `value ${from + at}`)),
    );
  });

  test.runIf(engine === 'postgres')('need only a handful of statements, however many there are', async () => {
    const ctx = systemContext(await open());
    const timedRead = batchedRead(
      1,
      ([text]) => sql<{ at: Date }>`select statement_timestamp() as at, ${text} as text`,
    );
    const rows = await Promise.all(Array.from({ length: many }, (_, at) => timedRead(ctx, [`${at}`])));
    expect(new Set(rows.map(([row]) => row?.at.toISOString())).size).toBeLessThanOrEqual(4);
  });

  test('see everything written before they were requested, also while other reads are under way', async () => {
    const ctx = systemContext(await open());
    const read = async (at: number, least: number) => {
      const [value] = await valuesOf(ctx, at, at + 1);
      expect(Number(value)).toBeGreaterThanOrEqual(least);
    };
    const reads: Promise<void>[] = [];
    for (let round = 1; round <= 30; round++) {
      for (let at = 0; at < 3; at++) {
        await write(ctx, at, `${round}`);
        for (let reader = 0; reader < 3; reader++) reads.push(read(at, round));
      }
    }
    await Promise.all(reads);
  });

  test('are answered even when the engine refuses one of them', async () => {
    const ctx = systemContext(await open());
    await write(ctx, 1, 'value 1');
    const numbers = batchedRead(1, ([text]) => sql<{ number: number }>`select 10 / cast(${text} as integer) as number`);
    const reads = ['1', '2', '0', '5'].map((text) => numbers(ctx, [text]));
    const settled = await Promise.allSettled(reads);
    const results = settled.map((each) => (each.status === 'fulfilled' ? each.value[0]?.number : 'refused'));
    expect(results).toEqual([10, 5, engine === 'postgres' ? 'refused' : null, 2]);
  });

  test('see what their own transaction wrote, which no other read does', async () => {
    const ctx = systemContext(await open());
    const stop = new Error('taken back');
    const transaction = inTransaction(ctx, async (inner) => {
      await write(inner, 1, 'mine');
      expect(await valuesOf(inner, 1, 2)).toEqual(['mine']);
      throw stop;
    });
    await expect(transaction).rejects.toBe(stop);
    expect(await valuesOf(ctx, 1, 2)).toEqual([]);
  });
});
