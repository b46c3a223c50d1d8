/** What a thief of the disk, the bucket or a backup can read without the key. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine } from '../../test/harness.ts';
import { openTestS3, s3Key, type TestS3 } from '../../test/s3.ts';
import { systemContext } from '../context.ts';
import { backUp } from './backup.ts';

const secret = 'a key of the settings that is on no disk and in no bucket';
let folder = '';
let s3: TestS3;
beforeAll(async () => {
  Object.assign(process.env, s3Key);
  folder = await mkdtemp(join(tmpdir(), 'maplegate-stolen-'));
  s3 = await openTestS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function bytesIn(directory: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}

onEachEngine(
  'stolen',
  (open) => {
    test.each(['disk', 'bucket'])(
      'stored files and a backup have no picture, name, number or key that can be read: %s',
      async (storage) => {
        const environment = {
          SECRET_KEY: secret,
          ...(storage === 'bucket' && { STORAGE_URL: (await s3.newBucket()).url }),
        };
        const harness = await open({ environment });
        const staff = await harness.signIn('super-admin');
        const {
          _id: id,
          image,
          passport,
          surname,
          phone,
          email,
        } = await addApplication(staff, { surname: 'Vanishersurname' });
        const form = formOf({}, { file1: await buildPhoto(30) });
        const { file1 } = dataOf(await staff.call('updateAttachments', { params: { id }, form }));
        const pictures = await Promise.all(
          [image, file1].map(async (url) => Buffer.from(await (await staff.request(url ?? '')).arrayBuffer())),
        );
        const identity = await generateX25519Identity();
        const backup = join(folder, `${storage}.age`);
        await backUp(systemContext(harness), backup, [await identityToRecipient(identity)]);

        const stolen = await bytesIn(storage === 'disk' ? join(harness.settings.dataDir, 'files') : s3.directory);
        expect(stolen.size).toBeGreaterThan(pictures.length);
        stolen.set(backup, await readFile(backup));
        const parts = pictures.flatMap((bytes) => [bytes.subarray(0, 24), bytes.subarray(-24)]);
        const texts = [passport, surname, phone, email, secret, identity, 'JFIF', 'Exif'];
        for (const [name, bytes] of stolen) {
          for (const text of texts) expect([name, text, bytes.includes(text)]).toEqual([name, text, false]);
          for (const part of parts) expect([name, bytes.includes(part)]).toEqual([name, false]);
        }
        for (const [name, bytes] of await bytesIn(harness.settings.dataDir))
          expect([name, bytes.includes(secret)]).toEqual([name, false]);
      },
    );
  },
  ['sqlite'],
);
