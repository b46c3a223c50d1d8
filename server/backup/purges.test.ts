/** A backup beside the purges of the hourly sweep. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine, type TestHarness } from '../../test/harness.ts';
import { purgeFormerValues } from '../applications/former-values.ts';
import { sweepQueuedFiles } from '../applications/physical-erasure.ts';
import { purgeApplications } from '../applications/removal.ts';
import { type Context, systemContext } from '../context.ts';
import { backUp } from './backup.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-backup-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The same storage, which does this work before each file that the backup reads, and counts them. */
function contextWith(harness: TestHarness, beforeEachFile: () => Promise<unknown>): { ctx: Context; reads: string[] } {
  const reads: string[] = [];
  const get = async (key: string) => {
    reads.push(key);
    await beforeEachFile();
    return harness.storage.get(key);
  };
  return { ctx: systemContext({ ...harness, storage: { ...harness.storage, get } }), reads };
}

async function purge(harness: TestHarness): Promise<void> {
  for (const work of [purgeApplications, purgeFormerValues, sweepQueuedFiles]) await work(systemContext(harness));
}

// In these tests, the server of the other engine is not in the settings, from which a backup opens its snapshot.
onEachEngine(
  'a backup',
  (open) => {
    test('is not begun again by a purge, which waits until it has been made', async () => {
      const harness = await open();
      const staff = await harness.signIn('super-admin');
      const kept = await addApplication(staff);
      const { _id } = await addApplication(staff);
      dataOf(await staff.call('deleteApplication', { params: { id: _id } }));
      harness.clock.advance((limits.restoreDays + 1) * 86_400);
      const { ctx, reads } = contextWith(harness, () => purge(harness));
      const { applications, problems, files } = await backUp(ctx, join(folder, 'backup.tar'), null);
      expect({ applications, problems }).toEqual({ applications: 2, problems: [] });
      expect(reads).toHaveLength(files);
      const remaining = () => harness.database.db.selectFrom('application').select('id').execute();
      expect(await remaining()).toHaveLength(2);
      await purge(harness);
      expect(await remaining()).toEqual([{ id: kept._id }]);
    });

    test('that was killed keeps the purges waiting for a few minutes only', async () => {
      const harness = await open();
      const staff = await harness.signIn('super-admin');
      const { _id } = await addApplication(staff);
      dataOf(await staff.call('deleteApplication', { params: { id: _id } }));
      harness.clock.advance((limits.restoreDays + 1) * 86_400);
      const { ctx } = contextWith(harness, async () => {
        const until = await harness.database.db
          .selectFrom('setting')
          .select('value')
          .where('name', '=', 'files-copied-until')
          .executeTakeFirstOrThrow();
        harness.clock.advance((Date.parse(until.value) - harness.clock.now.getTime()) / 1_000 + 1);
        await purge(harness);
      });
      const { applications, problems } = await backUp(ctx, join(folder, 'backup.tar'), null);
      expect({ applications, problems }).toEqual({ applications: 0, problems: [] });
    });
  },
  ['sqlite'],
);
