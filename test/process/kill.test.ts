import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import type { Client } from '../../contract/client.ts';
import { checkStore } from '../../server/commands/check-store.ts';
import { systemContext } from '../../server/context.ts';
import { createLog } from '../../server/log.ts';
import { openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { hasPostgresServer, openBackends } from '../backends.ts';
import { buildFields, buildNoise, formOf } from '../build.ts';
import { startProduct } from '../product.ts';

/** 200 with `MAPLEGATE_FAULTS=1`. */
const kills = process.env.MAPLEGATE_FAULTS ? 200 : 2;
const engines = (['sqlite', 'postgres'] as const).filter((engine) => engine === 'sqlite' || hasPostgresServer);
const writersAtOnce = 4;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-kill-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Adds, attaches and approves until the process is gone; remembers the last answer for each record. */
async function write(staff: Client, acknowledged: Map<string, Application>, photos: Uint8Array[]): Promise<void> {
  const remember = (result: Awaited<ReturnType<Client['call']>>) => {
    const application = result.ok ? (result.data as Application) : null;
    if (!application) throw new Error(`Refused with ${result.status}.`);
    acknowledged.set(application._id, application);
    return { params: { id: application._id } };
  };
  for (let at = 0; ; at++) {
    const photo = photos[at % photos.length] as Uint8Array;
    const added = remember(await staff.call('addApplication', { form: formOf(buildFields(), { image: photo }) }));
    remember(await staff.call('updateAttachments', { ...added, form: formOf({}, { file1: photo, file4: photo }) }));
    remember(
      await staff.call('updateAttachments', {
        ...added,
        form: formOf({ remove: 'file4' }, { file1: photo, file2: photo }),
      }),
    );
    remember(await staff.call('approve', added));
  }
}

test.each(engines)(
  'a process killed again and again during uploads on %s keeps every answered write and no half file',
  async (engine) => {
    const { environment, close } = await openBackends(engine);
    // An upload of noise takes long enough to be cut off in the middle.
    const photos = await Promise.all([1, 2, 3].map(() => buildNoise(600, 800)));
    const acknowledged = new Map<string, Application>();
    for (let kill = 0; kill < kills; kill++) {
      const product = await startProduct({ LOG_LEVEL: 'error', ...environment }, folder);
      const staff = await product.staff();
      const writers = Array.from({ length: writersAtOnce }, () =>
        write(staff, acknowledged, photos).catch((error: unknown) => error),
      );
      // The process is killed during work, at a different moment each time.
      const enough = acknowledged.size + 2;
      let hasEnded = false;
      void Promise.race(writers).then(() => (hasEnded = true));
      while (acknowledged.size < enough && !hasEnded) await sleep(5);
      await sleep((kill * 67) % 400);
      await product.kill();
      for (const outcome of await Promise.all(writers))
        expect(String(outcome)).toMatch(/fetch failed|terminated|other side closed|ECONN/);
    }
    expect(acknowledged.size).toBeGreaterThan(kills);

    const product = await startProduct(environment, folder);
    try {
      const staff = await product.staff();
      for (const [id, known] of acknowledged) {
        const now = await staff.call('application', { params: { id } });
        if (!now.ok) throw new Error(`The acknowledged record ${id} is gone.`);
        // An unanswered write may have been stored; it can only increase the version.
        if (now.data.version === known.version) expect(now.data).toMatchObject(known);
        else expect(now.data.version).toBeGreaterThan(known.version);
      }
    } finally {
      await product.stop();
    }
    const resources = await openResources(readSettings({ DATA_DIR: folder, ...environment }), createLog('error'));
    expect(await checkStore(systemContext(resources))).toEqual([]);
    await resources.close();
    await close();
  },
  120_000 + kills * 20_000,
);
