/** The steps of “A lost file” in docs/operations.md. */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addWithDocuments } from '../build.ts';
import { hostCommand } from '../command-host.ts';
import { type Product, startProduct } from '../product.ts';
import { checkPassed, runCommand } from '../program.ts';
import { testRecipients } from '../recipients.ts';
import { openTestS3, s3Key } from '../s3.ts';

let folder = '';
let product: Product | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-lost-file-'));
});
afterEach(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const data = () => join(folder, 'data');
const backup = () => join(folder, 'backup.tar');
const restoredFiles = () => join(folder, 'restored', 'files');

/** Returns the id of a photo that is in the backup. */
async function backUp(settings: Record<string, string>): Promise<string> {
  product = await startProduct(settings, data());
  const { image } = await addWithDocuments(await product.staff());
  const made = await hostCommand('backup', { DATA_DIR: data(), ...settings }, backup(), '--plain');
  expect(made).toMatchObject({ code: 0 });
  return image?.split('/').at(-1)?.split('.')[0] ?? '';
}

/** The settings of the product, without those that the first step tells the reader to unset. */
async function restoreUnder(key: string, settings: Record<string, string> = {}): Promise<void> {
  const document = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const sentence = /### A lost file\n[^#]*?Leave ([^#]*?) unset/.exec(document)?.[1] ?? '';
  const unset = Array.from(sentence.matchAll(/`(\w+)`/g), ([, name]) => name);
  expect(unset).toContain('DATABASE_URL');
  const left = Object.fromEntries(Object.entries(settings).filter(([name]) => !unset.includes(name)));
  const place = { ...left, DATA_DIR: join(folder, 'restored'), SECRET_KEY: key };
  expect(await hostCommand('restore', place, backup())).toMatchObject({ code: 0 });
}

async function restoreOnDisk(id: string, key: string, settings: Record<string, string> = {}): Promise<void> {
  const [from, to] = [join(restoredFiles(), id.slice(0, 2)), join(data(), 'files', id.slice(0, 2))];
  for (const name of await readdir(to)) if (name.startsWith(id)) await rm(join(to, name));
  const lost = await hostCommand('check', { DATA_DIR: data() });
  expect([lost.code, lost.stderr]).toEqual([
    1,
    expect.stringMatching(RegExp(`^The file ${id}\\.jpg \\(and \\d thumbnails?\\) has .+\\n1 problem\\.\\n$`)),
  ]);
  await restoreUnder(key, settings);
  for (const name of await readdir(from)) if (name.startsWith(id)) await cp(join(from, name), join(to, name));
  expect(await hostCommand('check', { DATA_DIR: data() })).toMatchObject({ code: 0, stdout: checkPassed });
}

test('one lost file comes back from a backup that is restored beside the running product, also from one of before its key was replaced', async () => {
  const backups = join(folder, 'backups');
  const settings = { BACKUP_DIR: backups, BACKUP_RECIPIENTS: testRecipients[0] };
  const id = await backUp(settings);
  const namesOfCheckpoints = async () => (await readdir(backups)).filter((name) => name.startsWith('checkpoints'));
  await expect.poll(namesOfCheckpoints).toEqual(['checkpoints']);
  const keyFile = join(data(), 'secret.key');
  const before = (await readFile(keyFile, 'utf8')).trim();
  await restoreOnDisk(id, before, settings);
  expect(await namesOfCheckpoints()).toEqual(['checkpoints']);

  await product?.stop();
  await rm(keyFile);
  const replaced = await runCommand('new-key', { DATA_DIR: data(), SECRET_KEY_BEFORE: before });
  expect(replaced).toMatchObject({ code: 0 });
  await rm(join(folder, 'restored'), { recursive: true });
  await restoreOnDisk(id, (await readFile(keyFile, 'utf8')).trim(), settings);
});

test('a file that a bucket has lost comes back from a backup, and nothing else is sent', async () => {
  const s3 = await openTestS3();
  try {
    const { url, bucket } = await s3.newBucket();
    const settings = { ...s3Key, STORAGE_URL: url };
    const id = await backUp(settings);
    const place = { DATA_DIR: data(), ...settings };
    const objects = join(s3.directory, bucket.name);
    for (const name of await readdir(objects)) if (name.startsWith(id)) await rm(join(objects, name));
    expect(await hostCommand('check', place)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${id}.jpg (`),
    });
    await restoreUnder((await readFile(join(data(), 'secret.key'), 'utf8')).trim(), settings);
    await cp(restoredFiles(), join(data(), 'files'), { recursive: true });
    const moved = await runCommand('move-files', place, '--from', 'disk', '--to', url);
    expect([moved.code, moved.stdout]).toEqual([0, expect.stringMatching(/; [2-9] objects sent\. 0 problems\.\n$/)]);
    expect(await hostCommand('check', place)).toMatchObject({ code: 0, stdout: checkPassed });
  } finally {
    await s3.close();
  }
});
