import { expect, onTestFinished, test, vi } from 'vitest';
import { onEachEngine } from '../../test/harness.ts';
import { inTransaction, systemContext } from '../context.ts';
import { awaitSessionCacheExpiry, cacheSessions } from './session-cache.ts';

onEachEngine('a cached session', (open, engine) => {
  const isCached = engine === 'postgres';

  test('is read once for a moment where the database is a server, and at every call where it is not', async () => {
    const ctx = systemContext(await open());
    let reads = 0;
    const sessions = cacheSessions(async (_, id) => `${id} read ${++reads} times`);
    const [one, other] = await Promise.all([sessions.find(ctx, 'a'), sessions.find(ctx, 'a')]);
    expect([one, other]).toEqual(['a read 1 times', isCached ? one : 'a read 2 times']);
    expect(await sessions.find(ctx, 'b')).toBe(isCached ? 'b read 2 times' : 'b read 3 times');
    sessions.drop(ctx, 'a');
    expect(await sessions.find(ctx, 'a')).toBe(isCached ? 'a read 3 times' : 'a read 4 times');
  });

  test('is read again after it has expired', async () => {
    const ctx = systemContext(await open());
    let reads = 0;
    const sessions = cacheSessions(async () => ++reads);
    await sessions.find(ctx, 'a');
    await awaitSessionCacheExpiry(ctx);
    expect(await sessions.find(ctx, 'a')).toBe(2);
  });

  test('is not kept when it does not exist, nor when the read failed', async () => {
    const ctx = systemContext(await open());
    const answers = [undefined, new Error('gone'), 'there'];
    const sessions = cacheSessions(async () => {
      const next = answers.shift();
      if (next instanceof Error) throw next;
      return next;
    });
    expect(await sessions.find(ctx, 'a')).toBeUndefined();
    await expect(sessions.find(ctx, 'a')).rejects.toThrow('gone');
    expect(await sessions.find(ctx, 'a')).toBe('there');
  });

  test('is neither used within a transaction nor filled by one', async () => {
    const ctx = systemContext(await open());
    // On a busy machine the transaction may take longer than a row is kept.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    let reads = 0;
    const sessions = cacheSessions(async () => ++reads);
    expect(await sessions.find(ctx, 'a')).toBe(1);
    await inTransaction(ctx, async (ctx) => expect(await sessions.find(ctx, 'a')).toBe(2));
    expect(await sessions.find(ctx, 'a')).toBe(isCached ? 1 : 3);
  });

  test('has expired before a change is answered, and the commit does not wait for that', async () => {
    const ctx = systemContext(await open());
    const isWritten = async () =>
      (await ctx.db.selectFrom('setting').select('name').where('name', '=', 'test').execute()).length === 1;
    let committedAt = 0;
    await inTransaction(ctx, async (inner) => {
      inner.afterCommit?.(async () => {
        committedAt = performance.now();
        expect(await isWritten()).toBe(true);
      });
      await awaitSessionCacheExpiry(inner);
      await inner.db.insertInto('setting').values({ name: 'test', value: '' }).execute();
    });
    expect(committedAt).toBeGreaterThan(0);
    if (isCached) expect(performance.now() - committedAt).toBeGreaterThan(100);
  });
});
