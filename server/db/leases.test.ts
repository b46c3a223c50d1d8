import { expect, test } from 'vitest';
import { onEachEngine } from '../../test/world.ts';
import { inTransaction, systemContext } from '../context.ts';
import { leased, outliveLeases } from './leases.ts';

onEachEngine('what was read and is leased', (open, engine) => {
  const isHeld = engine === 'postgres';

  test('is read once for a moment where the database is a server, and each time where it is not', async () => {
    const ctx = systemContext(await open());
    let reads = 0;
    const rows = leased(async (_, id) => `${id} read ${++reads} times`);
    const [one, other] = await Promise.all([rows.find(ctx, 'a'), rows.find(ctx, 'a')]);
    expect([one, other]).toEqual(['a read 1 times', isHeld ? one : 'a read 2 times']);
    expect(await rows.find(ctx, 'b')).toBe(isHeld ? 'b read 2 times' : 'b read 3 times');
    rows.forget(ctx, 'a');
    expect(await rows.find(ctx, 'a')).toBe(isHeld ? 'a read 3 times' : 'a read 4 times');
  });

  test('is read again when its moment is over', async () => {
    const ctx = systemContext(await open());
    let reads = 0;
    const rows = leased(async () => ++reads);
    await rows.find(ctx, 'a');
    await outliveLeases(ctx);
    expect(await rows.find(ctx, 'a')).toBe(2);
  });

  test('is not held when there was nothing, and not when reading failed', async () => {
    const ctx = systemContext(await open());
    const given = [undefined, new Error('gone'), 'there'];
    const rows = leased(async () => {
      const next = given.shift();
      if (next instanceof Error) throw next;
      return next;
    });
    expect(await rows.find(ctx, 'a')).toBeUndefined();
    await expect(rows.find(ctx, 'a')).rejects.toThrow('gone');
    expect(await rows.find(ctx, 'a')).toBe('there');
  });

  test('neither leaves a transaction nor enters one', async () => {
    const ctx = systemContext(await open());
    let reads = 0;
    const rows = leased(async () => ++reads);
    expect(await rows.find(ctx, 'a')).toBe(1);
    await inTransaction(ctx, async (ctx) => expect(await rows.find(ctx, 'a')).toBe(2));
    expect(await rows.find(ctx, 'a')).toBe(isHeld ? 1 : 3);
  });

  test('is outlived after the commit, which others see meanwhile', async () => {
    const ctx = systemContext(await open());
    const isWritten = async () =>
      (await ctx.query.selectFrom('setting').select('name').where('name', '=', 'test').execute()).length === 1;
    let isOver = false;
    const change = inTransaction(ctx, async (ctx) => {
      await outliveLeases(ctx);
      await ctx.query.insertInto('setting').values({ name: 'test', value: '' }).execute();
    }).then(() => {
      isOver = true;
    });
    await expect.poll(isWritten, { interval: 2 }).toBe(true);
    expect(isOver).toBe(!isHeld);
    await change;
  });
});
