/**
 * Storage in a folder, with subfolders by the first two characters of the key. A key is either complete and synced or
 * absent, even after a power failure.
 */
import { randomBytes } from 'node:crypto';
import {
  access,
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDiskFull } from '../full-disk.ts';
import { OperatorError } from '../operator-error.ts';
import { sync } from '../sync.ts';
import { isStorageKey, requireStorageKey, type Storage, type StoredBytes } from './storage.ts';

const chunkBytes = 512 * 1024;
/** Names of a folder are read in small batches: thousands at once would block the event loop. */
const listedAtOnce = 64;
const incoming = 'arriving';
const abandonedMs = 60_000;

export async function openDiskStorage(folder: string): Promise<Storage> {
  const incomingFolder = join(folder, incoming);
  try {
    await mkdir(incomingFolder, { recursive: true, mode: 0o700 });
    await removeAbandoned(incomingFolder);
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    throw new OperatorError(`The files folder ${folder} cannot be written. Check its owner and rights.`, { cause });
  }
  const pathOf = (key: string) => diskPath(folder, key);
  /** Subfolders whose own name is known to be on the disk: another file, or a killed process, may have made one. */
  const syncedSubfolders = new Set<string>();

  return {
    async put(key, path) {
      const target = pathOf(key);
      // The file may be old already, after a slow upload, and the sweep removes old files without a row.
      const now = new Date();
      await utimes(path, now, now);
      await sync(path);
      const subfolder = dirname(target);
      const isNew = await mkdir(subfolder, { recursive: true, mode: 0o700 });
      if (isNew || !syncedSubfolders.has(subfolder)) await sync(folder);
      syncedSubfolders.add(subfolder);
      await rename(path, target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        await copyIn(path, target, join(incomingFolder, randomBytes(12).toString('hex')));
      });
      await sync(subfolder);
    },

    async get(key) {
      const handle = await open(pathOf(key), 'r').catch(nullIfMissing);
      return handle && openStream(handle);
    },

    async remove(key) {
      await unlink(pathOf(key)).catch(nullIfMissing);
    },

    async retire(key, at) {
      await utimes(pathOf(key), at, at).catch(nullIfMissing);
    },

    async *list() {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (!entry.isDirectory() || entry.name === incoming) continue;
        let keys: string[] = [];
        for await (const { name } of await opendir(join(folder, entry.name), { bufferSize: listedAtOnce })) {
          if (isStorageKey(name)) keys.push(name);
          if (keys.length < listedAtOnce) continue;
          yield keys;
          keys = [];
        }
        yield keys;
      }
    },

    async writtenAt(key) {
      const stats = await stat(pathOf(key)).catch(nullIfMissing);
      return stats?.mtime ?? null;
    },

    async check() {
      await access(incomingFolder, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause) => {
        throw new Error(`The files folder ${folder} cannot be written.`, { cause });
      });
    },

    close: async () => {},
  };
}

/** Removes old files of killed processes; recent ones may belong to another process that uses the folder. */
async function removeAbandoned(incomingFolder: string): Promise<void> {
  for (const name of await readdir(incomingFolder)) {
    const stats = await stat(join(incomingFolder, name)).catch(nullIfMissing);
    if (stats && Date.now() - stats.mtimeMs > abandonedMs) await rm(join(incomingFolder, name), { force: true });
  }
}

/** The path of a key. */
export function diskPath(folder: string, key: string): string {
  requireStorageKey(key);
  return join(folder, key.slice(0, 2), key);
}

/** A file cannot be renamed across file systems, so it is copied to the target's file system and renamed there. */
async function copyIn(path: string, target: string, temporary: string): Promise<void> {
  try {
    await copyFile(path, temporary, constants.COPYFILE_EXCL);
    await sync(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await rm(path, { force: true });
}

/**
 * Reads on demand: each reader holds one chunk in memory, or brings its own buffer. The file is closed in every case.
 */
async function openStream(handle: FileHandle): Promise<StoredBytes> {
  const { size } = await handle.stat();
  let position = 0;
  const stream = new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { byobRequest } = controller;
      const wanted = Math.min(chunkBytes, size - position);
      const buffer =
        (byobRequest?.view as Uint8Array<ArrayBuffer> | undefined) ?? Buffer.allocUnsafeSlow(Math.max(wanted, 1));
      try {
        const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.byteLength, wanted), position);
        position += bytesRead;
        const isOver = bytesRead === 0 || position >= size;
        if (isOver) await handle.close();
        if (bytesRead === 0) controller.close();
        if (byobRequest) byobRequest.respond(bytesRead);
        else if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (isOver && bytesRead > 0) controller.close();
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    cancel: () => handle.close(),
  });
  return { sizeBytes: size, stream };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
