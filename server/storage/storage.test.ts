/** The guarantees of every storage; another implementation is one more row of the table. */
import { randomBytes } from 'node:crypto';
import {
  copyFile,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  acceptedTypes,
  extensionOf,
  type ThumbnailFormat,
  thumbnailName,
  thumbnailTypes,
} from '../../contract/files.ts';
import { openTestS3, s3Key, type TestS3 } from '../../test/s3.ts';
import { mountSmallDisk } from '../../test/small-disk.ts';
import { newId } from '../identifiers.ts';
import { diskPath, openDiskStorage } from './disk.ts';
import { boundToNothing, encrypted } from './encrypted.ts';
import { reachBucket } from './s3.ts';
import { isStorageKey, type Storage } from './storage.ts';

let folder: string;
let s3: TestS3;
beforeAll(async () => {
  Object.assign(process.env, s3Key);
  s3 = await openTestS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-storage-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, newId());
  await writeFile(path, bytes);
  return path;
}

async function read(storage: Storage, key: string): Promise<Buffer | null> {
  const found = await storage.get(key);
  if (!found) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of found.stream) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  expect(found.sizeBytes).toBe(bytes.length);
  return bytes;
}

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of storage.list()) keys.push(...batch);
  return keys.sort();
}

/** The files that the process has open; connections are not counted. */
async function openFiles(): Promise<string[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).sort();
}

/** Counts the syncs of the folder, which wait until they are released. */
async function holdSyncsOf(held: string) {
  const released = Promise.withResolvers<void>();
  let syncs = 0;
  const handle = await open(held, 'r');
  const spy = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync').mockImplementation(async function (
    this: FileHandle,
  ) {
    if ((await readlink(`/proc/self/fd/${this.fd}`)) !== held) return;
    syncs++;
    await released.promise;
  });
  await handle.close();
  onTestFinished(() => spy.mockRestore());
  return { syncs: () => syncs, release: released.resolve };
}

const fileKey = randomBytes(32);

const kinds: Record<'disk' | 'S3' | 'encrypted disk' | 'encrypted S3', () => Promise<Storage>> = {
  disk: () => openDiskStorage(join(folder, 'files')),
  S3: async () => (await reachBucket((await s3.newBucket()).bucket))('an owner'),
  'encrypted disk': async () => encrypted(await openDiskStorage(join(folder, 'files')), [fileKey]),
  'encrypted S3': async () => encrypted(await kinds.S3(), [fileKey]),
};

describe.each(Object.entries(kinds))('storage on %s', (_, open) => {
  test('returns exactly the bytes that were put, and removes the local file', async () => {
    const storage = await open();
    for (const size of [0, 1, 512 * 1024, 512 * 1024 + 1, 1024 * 1024, 3_000_000, 20_000_000]) {
      const bytes = randomBytes(size);
      const path = await fileOf(bytes);
      const key = `${newId()}.jpg`;
      await storage.put(key, path, 'image/jpeg');
      expect((await read(storage, key))?.equals(bytes)).toBe(true);
      await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
      expect(await storage.writtenAt(key)).toBeInstanceOf(Date);
    }
    await storage.check();
    await storage.close();
  });

  test('a file that waited for hours before it was put has the time of its put', async () => {
    const storage = await open();
    const path = await fileOf(randomBytes(10));
    const hoursAgo = new Date(Date.now() - 7_200_000);
    await utimes(path, hoursAgo, hoursAgo);
    const key = `${newId()}.jpg`;
    await storage.put(key, path, 'image/jpeg');
    expect((await storage.writtenAt(key))?.getTime()).toBeGreaterThan(hoursAgo.getTime() + 3_600_000);
  });

  test('an unknown key is null, and removing twice is no error', async () => {
    const storage = await open();
    const key = `${newId()}-320.webp`;
    expect(await storage.get(key)).toBeNull();
    expect(await storage.writtenAt(key)).toBeNull();
    await storage.put(key, await fileOf(randomBytes(10)), 'image/webp');
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.get(key)).toBeNull();
  });

  test('lists every key and nothing else', async () => {
    const storage = await open();
    expect(await keysOf(storage)).toEqual([]);
    const keys = Array.from({ length: 20 }, () => `${newId()}.png`).sort();
    for (const key of keys) await storage.put(key, await fileOf(randomBytes(5)), 'image/png');
    expect(await keysOf(storage)).toEqual(keys);
  });

  test('refuses every key that is not an id of ours', async () => {
    const storage = await open();
    const path = await fileOf(randomBytes(5));
    for (const key of ['../secret.jpg', 'a.jpg', `${newId()}.svg`, `${newId()}.jpg/..`, '', `${newId()}.jpg\n`]) {
      await expect(storage.put(key, path, 'image/jpeg')).rejects.toThrow('storage key');
      await expect(storage.get(key)).rejects.toThrow('storage key');
      await expect((async () => storage.remove(key))()).rejects.toThrow('storage key');
    }
    expect(await keysOf(storage)).toEqual([]);
  });

  test('a reader that leaves early leaves no file open', async () => {
    const storage = await open();
    const key = `${newId()}.jpg`;
    await storage.put(key, await fileOf(randomBytes(3_000_000)), 'image/jpeg');
    const before = await openFiles();
    for (let i = 0; i < 20; i++) {
      const found = await storage.get(key);
      const reader = found?.stream.getReader();
      if (i % 2) await reader?.read();
      await reader?.cancel();
    }
    expect(await openFiles()).toEqual(before);
  });

  test('a file that is not there is refused, and nothing is stored or left open', async () => {
    const storage = await open();
    const key = `${newId()}.jpg`;
    await expect(storage.put(key, join(folder, 'nothing'), 'image/jpeg')).rejects.toMatchObject({ code: 'ENOENT' });
    expect([await storage.get(key), await openFiles()]).toEqual([null, []]);
  });
});

describe('disk storage', () => {
  test('opening it again removes a copy that a killed process left unfinished, not one that another process is writing', async () => {
    const root = join(folder, 'files');
    await openDiskStorage(root);
    const [abandoned, underWay] = [newId(), newId()];
    await writeFile(join(root, 'arriving', abandoned), 'half');
    await writeFile(join(root, 'arriving', underWay), 'half');
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(join(root, 'arriving', abandoned), longAgo, longAgo);
    await openDiskStorage(root);
    expect(await readdir(join(root, 'arriving'))).toEqual([underWay]);
  });

  test('every file is stored only after the name of its subfolder is on the disk, whoever has made it, which is synced once', async ({
    skip,
  }) => {
    if (process.platform !== 'linux') return skip('needs /proc');
    const root = join(folder, 'files');
    const storage = await openDiskStorage(root);
    const { syncs, release } = await holdSyncsOf(root);
    const put = async (key: string) => storage.put(key, await fileOf(Buffer.alloc(1)), 'image/jpeg');
    const keyIn = (subfolder: string) => `${subfolder}${newId().slice(2)}.jpg`;
    const stored: string[] = [];
    const putNoted = async (key: string) => put(key).then(() => stored.push(key));
    // Of a process that was killed before it could sync it.
    await mkdir(join(root, 'bb'));
    const puts = [keyIn('aa'), keyIn('aa'), keyIn('bb')].map(putNoted);
    await expect.poll(syncs).toBe(3);
    expect(stored).toEqual([]);
    release();
    await Promise.all(puts);
    await put(keyIn('aa'));
    await put(keyIn('bb'));
    expect(syncs()).toBe(3);
    await rm(join(root, 'bb'), { recursive: true });
    await put(keyIn('bb'));
    expect(syncs()).toBe(4);
  });

  test('a folder that is a file stops the start with a clear message', async () => {
    const path = await fileOf(randomBytes(5));
    await expect(openDiskStorage(path)).rejects.toThrow('cannot be written');
  });

  test('a full disk says so, leaves nothing partial and recovers', async ({ skip }) => {
    const small = join(folder, 'small');
    const unmount = mountSmallDisk(small, '600k');
    if (!unmount) return skip('needs the right to mount');
    try {
      const storage = await openDiskStorage(join(small, 'files'));
      const kept = `${newId()}.jpg`;
      await storage.put(kept, await fileOf(Buffer.alloc(100_000, 1)), 'image/jpeg');
      const tooLarge = await fileOf(Buffer.alloc(900_000, 2));
      await expect(storage.put(`${newId()}.jpg`, tooLarge, 'image/jpeg')).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await keysOf(storage)).toEqual([kept]);
      expect(await readdir(join(small, 'files', 'arriving'))).toEqual([]);
      expect(await read(storage, kept)).toHaveLength(100_000);
      const next = `${newId()}.jpg`;
      await storage.put(next, await fileOf(Buffer.alloc(1_000, 3)), 'image/jpeg');
      expect(await read(storage, next)).toHaveLength(1_000);
    } finally {
      unmount();
    }
  });
});

describe('encrypted storage', () => {
  const segmentBytes = 128 * 1024;
  const openOn = async (key = fileKey) => encrypted(await openDiskStorage(join(folder, 'files')), [key]);

  test.each([0, 1, segmentBytes - 33, segmentBytes - 32, segmentBytes - 31, 3 * segmentBytes])(
    'keeps %i bytes unreadable on the disk, and reports their true size',
    async (length) => {
      const storage = await openOn();
      const key = `${newId()}.jpg`;
      const bytes = randomBytes(length);
      await storage.put(key, await fileOf(bytes), 'image/jpeg');
      expect((await read(storage, key))?.equals(bytes)).toBe(true);
      const onDisk = await readFile(diskPath(join(folder, 'files'), key));
      expect(onDisk.length).toBeGreaterThan(length);
      if (length > 16) expect(onDisk.includes(bytes.subarray(0, 16))).toBe(false);
      expect((await readdir(folder)).sort()).toEqual(['files']);
    },
  );

  test('hands out no file under the name of another, unless it was encrypted for any name', async () => {
    const folderOf = join(folder, 'files');
    const [one, other] = [`${newId()}.jpg`, `${newId()}.jpg`];
    const bytes = randomBytes(1_000);
    const storage = await openOn();
    await storage.put(one, await fileOf(bytes), 'image/jpeg');
    await storage.put(other, await fileOf(randomBytes(1_000)), 'image/jpeg');
    await copyFile(diskPath(folderOf, one), diskPath(folderOf, other));
    await expect(storage.get(other)).rejects.toMatchObject({ kind: 'altered' });
    const shared = encrypted(await openDiskStorage(folderOf), [fileKey], boundToNothing);
    await shared.put(one, await fileOf(bytes), 'image/jpeg');
    await copyFile(diskPath(folderOf, one), diskPath(folderOf, other));
    for (const name of [one, other]) expect((await read(storage, name))?.equals(bytes)).toBe(true);
  });

  test('hands out no byte of an altered segment, of a cut file or under another key', async () => {
    const storage = await openOn();
    const key = `${newId()}.jpg`;
    const bytes = randomBytes(2 * segmentBytes);
    await storage.put(key, await fileOf(bytes), 'image/jpeg');
    const path = diskPath(join(folder, 'files'), key);
    const whole = await readFile(path);
    const altered = { kind: 'altered' };
    await expect((await openOn(randomBytes(32))).get(key)).rejects.toMatchObject(altered);
    const changed = Buffer.from(whole);
    changed[200] = (changed[200] ?? 0) ^ 1;
    await writeFile(path, changed);
    await expect(storage.get(key)).rejects.toMatchObject(altered);
    for (const size of [segmentBytes + 500, whole.length - 1, 74 + segmentBytes]) {
      await writeFile(path, whole.subarray(0, size));
      await expect(read(storage, key)).rejects.toMatchObject(altered);
    }
    const later = Buffer.from(whole);
    later[whole.length - 5] = (later[whole.length - 5] ?? 0) ^ 1;
    await writeFile(path, later);
    const reader = (await storage.get(key))?.stream.getReader();
    let received = 0;
    await expect(
      (async () => {
        for (;;) received += (await reader?.read())?.value?.length ?? 0;
      })(),
    ).rejects.toMatchObject(altered);
    expect(received).toBeLessThanOrEqual(2 * (segmentBytes - 32));
  });
});

test('every name that the contract gives to a file or a thumbnail is a key', () => {
  const id = newId();
  const files = acceptedTypes(true).map((type) => `${id}.${extensionOf(type)}`);
  const formats = Object.keys(thumbnailTypes) as ThumbnailFormat[];
  const thumbnails = formats.map((format) => thumbnailName(id, { widthPx: 480, format }));
  expect([...files, ...thumbnails].filter((name) => !isStorageKey(name))).toEqual([]);
});
