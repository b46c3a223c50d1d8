import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine, type TestHarness } from '../../test/harness.ts';
import { openTestS3, s3Key, type TestS3 } from '../../test/s3.ts';
import { systemContext } from '../context.ts';
import { lockFolder } from '../resources.ts';
import { openDiskStorage } from '../storage/disk.ts';
import { reachBucket } from '../storage/s3.ts';
import { type Storage, StorageFault } from '../storage/storage.ts';
import { sweeps } from '../sweeps.ts';
import { checkFiles } from './check.ts';
import { moveFiles } from './moving.ts';

let s3: TestS3;
beforeAll(async () => {
  Object.assign(process.env, s3Key);
  s3 = await openTestS3();
});
afterAll(() => s3.close());

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of storage.list()) keys.push(...batch);
  return keys.sort();
}

const contextOf = (harness: TestHarness) => ({ ...systemContext(harness), now: () => new Date(harness.clock.now) });
const keyOf = ({ image }: { image: string | null }) => image?.split('/').at(-1) ?? '';
const openBucket = async () => (await reachBucket((await s3.newBucket()).bucket))('an owner');
const start = (harness: TestHarness, from: Storage, to: Storage) =>
  moveFiles(contextOf(harness), [from, to], harness.settings.dataDir, () => {});

async function overwrite(harness: TestHarness, storage: Storage, key: string): Promise<void> {
  const path = join(harness.settings.dataDir, 'other');
  await writeFile(path, 'something else');
  await storage.put(key, path, 'image/jpeg');
}

onEachEngine('moving files', (open) => {
  test('leaves no plain file behind for longer than until the next sweep, also when it was killed', async () => {
    const harness = await open();
    const place = join(harness.settings.dataDir, 'moving');
    const unlock = await lockFolder(place);
    await mkdir(join(place, 'files'));
    await writeFile(join(place, 'files', 'plain'), 'a paper');
    const sweep = async () => {
      for (const work of sweeps) await work(systemContext(harness));
      return (await readdir(place, { recursive: true })).filter((name) => !name.startsWith('running.lock'));
    };
    expect(await sweep()).toEqual(['files', join('files', 'plain')]);
    unlock();
    expect(await sweep()).toEqual([]);
  });

  test('copies every file that has a row into a bucket and back, and sends no file twice', async () => {
    const harness = await open();
    const staff = await harness.signIn('super-admin');
    for (let at = 0; at < 12; at++) await addApplication(staff);
    const form = formOf({ thumbnail: 'A slide', published: 'true' }, { image: await buildPhoto() });
    dataOf(await staff.call('addSlide', { form }));
    const keys = await keysOf(harness.storage);
    const bucket = await openBucket();
    const toBucket = start(harness, harness.storage, bucket);
    await toBucket.run();
    expect([toBucket.counts, await toBucket.problems()]).toEqual([{ files: 13, copied: keys.length }, []]);
    expect(await keysOf(bucket)).toEqual(keys);
    expect(await checkFiles({ ...systemContext(harness), storage: bucket })).toEqual([]);
    expect(await checkFiles(systemContext(harness))).toEqual([]);

    const again = start(harness, harness.storage, bucket);
    await again.run();
    expect(again.counts).toEqual({ files: 13, copied: 0 });

    const folder = await openDiskStorage(join(harness.settings.dataDir, 'elsewhere'));
    const back = start(harness, bucket, folder);
    await back.run();
    expect([back.counts.copied, await back.problems()]).toEqual([keys.length, []]);
    expect(await checkFiles({ ...systemContext(harness), storage: folder })).toEqual([]);
    expect(await keysOf(bucket)).toEqual(keys);
    await bucket.close();
  });

  test('copies newly added files in a further run, and reports no removed file as lost', async () => {
    const harness = await open();
    await addApplication(await harness.signIn('admin'));
    harness.clock.advance(86_400);
    const staff = await harness.signIn('admin');
    const bucket = await openBucket();
    const move = start(harness, harness.storage, bucket);
    await move.run();
    const later = await addApplication(staff);
    await move.run();
    await move.run();
    expect([move.counts.files, (await keysOf(bucket)).includes(keyOf(later))]).toEqual([2, true]);

    const gone = await addApplication(staff);
    await harness.storage.remove(keyOf(gone));
    await move.run();
    expect(await move.problems()).toEqual([`The file ${keyOf(gone)} has a row and no bytes.`]);
    await harness.database.db.deleteFrom('file').where('name', '=', keyOf(gone)).execute();
    expect(await move.problems()).toEqual([]);
    await bucket.close();
  });

  test('copies no damaged file, and replaces damaged ones at the destination', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const [damaged, whole] = [await addApplication(staff), await addApplication(staff)];
    const bucket = await openBucket();
    const first = start(harness, harness.storage, bucket);
    await first.run();
    await bucket.remove(keyOf(damaged));
    await overwrite(harness, harness.storage, keyOf(damaged));
    await overwrite(harness, bucket, keyOf(whole));
    const second = start(harness, harness.storage, bucket);
    await second.run();
    expect([second.counts.copied, await second.problems()]).toEqual([
      1,
      [`The file ${keyOf(damaged)} is not what was stored.`],
    ]);
    expect(await bucket.get(keyOf(damaged))).toBeNull();
    expect(await checkFiles({ ...systemContext(harness), storage: bucket })).toEqual([
      expect.stringContaining(`The file ${keyOf(damaged)} has a row and no bytes.`),
    ]);
    await bucket.close();
  });

  test('stops when the bucket cannot be reached, and continues from there', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    for (let at = 0; at < 12; at++) await addApplication(staff);
    const keys = await keysOf(harness.storage);
    const bucket = await openBucket();
    let puts = 0;
    s3.disturb((request) => {
      if (request.method === 'PUT' && ++puts > 9) request.socket.destroy();
      return puts > 9;
    });
    const cut = start(harness, harness.storage, bucket);
    await expect(cut.run()).rejects.toBeInstanceOf(StorageFault);
    s3.disturb(null);
    // After a fault the bucket is not used for a moment.
    await expect.poll(() => keysOf(bucket).catch(() => [])).not.toEqual([]);
    const resumed = start(harness, harness.storage, bucket);
    await resumed.run();
    expect(await keysOf(bucket)).toEqual(keys);
    expect(resumed.counts.files).toBe(12);
    // Stored files are not sent again; those that were being sent may have been stored.
    expect(resumed.counts.copied).toBeLessThanOrEqual(keys.length - 9);
    await bucket.close();
  });
});
