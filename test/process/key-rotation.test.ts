import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkStore } from '../../server/commands/check-store.ts';
import { systemContext } from '../../server/context.ts';
import { countPending } from '../../server/key-rotation/files.ts';
import { createLog } from '../../server/log.ts';
import { openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { hasServer, openBackends } from '../backends.ts';
import { addApplication, buildPhoto, formOf } from '../build.ts';
import { dataOf } from '../harness.ts';
import { startProduct } from '../product.ts';

const kills = 200;
const records = 30;
const engines = (['sqlite', 'postgres'] as const).filter((engine) => engine === 'sqlite' || hasServer);
/** A little longer than a start waits before it begins. */
const lastKillMs = 4_000;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-rotation-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const secret = (at: number) => `the key number ${at} of this test, of 32 bytes and more`;
const keyed = (at: number) => ({ SECRET_KEY: secret(at), ...(at > 0 && { SECRET_KEY_BEFORE: secret(at - 1) }) });

// A kill takes a start; server/key-rotation/rotation.test.ts holds the same without one.
test.runIf(process.env.MAPLEGATE_FAULTS).for(engines)(
  'a process killed again and again while the key is changed on %s leaves every file readable',
  { timeout: kills * 30_000 + 120_000 },
  async (engine, { task }) => {
    const { environment, close } = await openBackends(engine);
    const first = await startProduct({ LOG_LEVEL: 'error', ...environment, ...keyed(0) }, folder);
    const staff = await first.staff();
    for (let record = 0; record < records; record++) {
      const { _id: id } = await addApplication(staff);
      const form = formOf({}, { file1: await buildPhoto(record), file2: await buildPhoto(record + 100) });
      dataOf(await staff.call('updateAttachments', { params: { id }, form }));
    }
    await first.stop();

    /** Files that are not under the newest key; everything must be readable at any time. */
    const pendingAt = async (at: number): Promise<number> => {
      const settings = readSettings({ DATA_DIR: folder, ...environment, ...keyed(at) });
      const resources = await openResources(settings, createLog('error'), { mustExist: true });
      const ctx = systemContext(resources);
      expect(await checkStore(ctx)).toEqual([]);
      const pending = await countPending(ctx);
      await resources.close();
      return pending;
    };
    let at = 1;
    let amid = 0;
    for (let kill = 0; kill < kills; kill++) {
      const product = await startProduct({ LOG_LEVEL: 'error', ...environment, ...keyed(at) }, folder);
      await new Promise((resolve) => setTimeout(resolve, (kill * 997) % lastKillMs));
      await product.kill();
      if ((await pendingAt(at)) === 0) at++;
      else amid++;
    }

    const last = await startProduct({ LOG_LEVEL: 'error', ...environment, ...keyed(at) }, folder);
    try {
      const owner = await last.staff();
      const pending = async () => dataOf(await owner.call('system')).encryption.pending;
      await expect.poll(pending, { timeout: 60_000, interval: 500 }).toBe(0);
    } finally {
      await last.stop();
    }
    const alone = { ...environment, SECRET_KEY: secret(at) };
    const settings = readSettings({ DATA_DIR: folder, ...alone });
    const resources = await openResources(settings, createLog('error'), { mustExist: true });
    expect(await checkStore(systemContext(resources))).toEqual([]);
    await resources.close();
    const former = startProduct({ ...environment, SECRET_KEY: secret(at - 1) }, folder);
    await expect(former).rejects.toThrow('SECRET_KEY is a former key of this database');
    task.meta.figure = `${kills} kills, ${amid} with files left, ${at} keys`;
    await close();
  },
);
