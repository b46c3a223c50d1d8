import type { KyselyPlugin } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { limits } from '../contract/limits.ts';
import { addApplication } from '../test/build.ts';
import { dataOf } from '../test/data-of.ts';
import { onEachEngine } from '../test/harness.ts';
import { type Context, systemContext } from './context.ts';
import { beginBackup } from './files/running-backup.ts';
import { sweepAll } from './sweeps.ts';

onEachEngine('the sweeps', (open) => {
  test('are to be repeated while a backup runs that postpones a purge, and only then', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id } = await addApplication(staff);
    dataOf(await staff.call('deleteApplication', { params: { id } }));
    harness.clock.advance((limits.restoreDays + 1) * 86_400);
    const ctx = systemContext(harness);
    const sweep = () => sweepAll(ctx, pino({ level: 'silent' }), new AbortController().signal);
    const rows = () => harness.database.db.selectFrom('application').select('id').execute();
    const endBackup = await beginBackup(ctx);
    expect([await sweep(), await rows()]).toMatchObject([true, [{ id }]]);
    await endBackup();
    expect([await sweep(), await rows()]).toEqual([false, []]);
  });

  test('that fail because the database does not answer are a warning, and an error for any other reason', async () => {
    const harness = await open();
    const lines: { level: number; msg: string; work: string }[] = [];
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
    const failing: KyselyPlugin = {
      transformQuery: () => {
        throw new Error('It fails.');
      },
      transformResult: async ({ result }) => result,
    };
    const sweep = async (fault: ReturnType<Context['database']['faultOf']>) => {
      const ctx = systemContext({ ...harness, database: { ...harness.database, faultOf: () => fault } });
      lines.length = 0;
      await sweepAll({ ...ctx, db: ctx.db.withPlugin(failing) }, log, new AbortController().signal);
      return lines.find(({ work }) => work === 'sweepChallenges');
    };
    expect(await sweep('unavailable')).toMatchObject({ level: 40, msg: 'unavailable' });
    expect(await sweep(null)).toMatchObject({ level: 50, msg: 'sweep failed' });
  });
});
