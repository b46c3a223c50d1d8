/** The life of a file where `STORAGE_URL` names a bucket, including while the bucket cannot be reached. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { slotNames } from '../../contract/application-form.ts';
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication, buildFields, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onOneEngine } from '../../test/harness.ts';
import { openTestS3, s3Key, type TestS3 } from '../../test/s3.ts';
import { storedFiles, withoutTrace } from '../../test/state-snapshot.ts';
import { purgeFormerValues } from '../applications/former-values.ts';
import { systemContext } from '../context.ts';
import { newId } from '../identifiers.ts';
import { checkFiles } from './check.ts';
import { sweepFiles } from './sweep.ts';

let s3: TestS3;
beforeAll(async () => {
  Object.assign(process.env, s3Key);
  s3 = await openTestS3();
});
afterAll(() => s3.close());

onOneEngine('files in a bucket', (open) => {
  const openOnBucket = async () => open({ environment: { STORAGE_URL: (await s3.newBucket()).url } });

  test('are stored, read, replaced and removed as on the disk, and none is left on the disk', async () => {
    const harness = await openOnBucket();
    const staff = await harness.signIn('super-admin');
    const added = await addApplication(staff);
    const files = Object.fromEntries(
      await Promise.all(slotNames.map(async (slot, at) => [slot, await buildPhoto(at)])),
    );
    const params = { params: { id: added._id } };
    const attached: Application = dataOf(await staff.call('updateAttachments', { ...params, form: formOf({}, files) }));
    for (const url of [added.image, attached.file3, thumbnailUrl(attached.file1 ?? '', 320)]) {
      const answer = await staff.request(url ?? '');
      const bytes = (await answer.arrayBuffer()).byteLength;
      expect([answer.status, String(bytes)]).toEqual([200, answer.headers.get('content-length')]);
      expect((await harness.visitor().request(url ?? '')).status).toBe(404);
    }
    const before = await storedFiles(harness);
    await staff.call('updateAttachments', { ...params, form: formOf({}, { file3: await buildPhoto(200) }) });
    harness.clock.advance(limits.restoreDays * 86_400 + 1);
    await purgeFormerValues(systemContext(harness));
    const after = await storedFiles(harness);
    expect([after.length, after.some((key) => attached.file3?.endsWith(key))]).toEqual([before.length, false]);
    expect(await checkFiles(systemContext(harness))).toEqual([]);
  });

  test('that cannot be stored leave no record and no row; storing and reading answer 503 until the bucket is back', async () => {
    const harness = await openOnBucket();
    const staff = await harness.signIn('super-admin');
    const added = await addApplication(staff);
    const form = async () => formOf(buildFields(), { image: await buildPhoto() });
    const put = async () => formOf({}, { file1: await buildPhoto() });
    const whileGone = async () => {
      expectRefusal(await staff.call('addApplication', { form: await form() }), 503, 'unavailable');
      const params = { params: { id: added._id } };
      expectRefusal(await staff.call('updateAttachments', { ...params, form: await put() }), 503, 'unavailable');
      const read = await staff.request(added.image ?? '');
      expect([read.status, read.headers.get('retry-after')]).toEqual([503, '2']);
      expect((await harness.visitor().request('/readyz')).status).toBe(503);
      expect((await harness.visitor().request('/healthz')).status).toBe(200);
    };
    await withoutTrace(harness, async () => {
      await s3.stop();
      await whileGone().finally(() => s3.start());
    });
    await expect.poll(async () => (await harness.visitor().request('/readyz')).status).toBe(200);
    expect((await staff.request(added.image ?? '')).status).toBe(200);
    dataOf(await staff.call('addApplication', { form: await form() }));
    expect(await checkFiles(systemContext(harness))).toEqual([]);
  });

  test('are asked about at most once in half a second, however often somebody asks whether the product is ready', async () => {
    const harness = await openOnBucket();
    const asked: string[] = [];
    s3.disturb((request) => {
      if (request.method === 'HEAD') asked.push(request.url ?? '');
      return false;
    });
    const began = performance.now();
    const statuses = new Set<number>();
    for (let time = 0; time < 50; time++) statuses.add((await harness.visitor().request('/readyz')).status);
    const halfSeconds = Math.ceil((performance.now() - began) / 500);
    expect([...statuses]).toEqual([200]);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(halfSeconds);
  });

  test('of which the bucket stored only the first make no record, and the stored one is swept', async () => {
    const harness = await openOnBucket();
    const staff = await harness.signIn('admin');
    let puts = 0;
    s3.disturb((request, response) => {
      if (request.method === 'PUT' && ++puts === 1) return false;
      request.resume();
      response.writeHead(503, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>');
      return true;
    });
    const form = formOf(buildFields(), { image: await buildPhoto() });
    expectRefusal(await staff.call('addApplication', { form }), 503, 'unavailable');
    s3.disturb(null);
    expect(await storedFiles(harness)).toHaveLength(1);
    harness.clock.now = new Date();
    await harness.database.db.insertInto('setting').values({ name: 'files-swept-since', value: '2026' }).execute();
    await sweepFiles(systemContext(harness));
    expect(await storedFiles(harness)).toHaveLength(1);
    harness.clock.advance(24 * 3_600 + 100);
    await sweepFiles(systemContext(harness));
    expect(await storedFiles(harness)).toEqual([]);
  });

  test('without a row are swept after a day, those with one and those from before this database never', async () => {
    const harness = await openOnBucket();
    const put = async (key: string) => {
      const path = join(harness.settings.dataDir, key);
      await writeFile(path, 'x');
      await harness.storage.put(key, path, 'image/jpeg');
      return key;
    };
    const foreign = await put(`${newId()}.jpg`);
    harness.clock.now = new Date(Date.now() + 2_000);
    await sweepFiles(systemContext(harness));
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    await addApplication(await harness.signIn('admin'));
    const before = await storedFiles(harness);
    await put(`${newId()}.jpg`);
    await put(`${newId()}-200.webp`);
    await sweepFiles(systemContext(harness));
    expect(await storedFiles(harness)).toHaveLength(before.length + 2);
    harness.clock.advance(24 * 3_600 + 100);
    await sweepFiles(systemContext(harness));
    expect(await storedFiles(harness)).toEqual(before);
    expect(before).toContain(foreign);
  });

  test('that were lost or changed there are found by the check', async () => {
    const harness = await openOnBucket();
    const staff = await harness.signIn('admin');
    const [lost, changed] = [await addApplication(staff), await addApplication(staff)];
    const keyOf = ({ image }: Application) => image?.split('/').at(-1) ?? '';
    const adviceFor = ({ _id, givenN, surname }: Application) =>
      `It is the photo of ${givenN} ${surname}, application ${_id}. Bring it back from a backup (docs/operations.md, “A lost file”), or replace it in the office.`;
    await harness.storage.remove(keyOf(lost));
    const path = join(harness.settings.dataDir, 'other');
    await writeFile(path, 'not the photo');
    await harness.storage.put(keyOf(changed), path, 'image/jpeg');
    expect((await checkFiles(systemContext(harness))).sort()).toEqual(
      [
        `The file ${keyOf(lost)} has a row and no bytes. ${adviceFor(lost)}`,
        `The file ${keyOf(changed)} is not what was stored. ${adviceFor(changed)}`,
      ].sort(),
    );
  });

  test('that are replaced while the check reads are not named as lost', async () => {
    const harness = await openOnBucket();
    const staff = await harness.signIn('admin');
    const { _id: id, image } = await addApplication(staff);
    let isReplaced = false;
    const get = async (key: string) => {
      if (!isReplaced) {
        isReplaced = true;
        const form = formOf({}, { image: await buildPhoto(200) });
        expect(dataOf(await staff.call('updateApplication', { params: { id }, form })).image).not.toBe(image);
      }
      return harness.storage.get(key);
    };
    expect(await checkFiles({ ...systemContext(harness), storage: { ...harness.storage, get } })).toEqual([]);
    expect(isReplaced).toBe(true);
  });
});
