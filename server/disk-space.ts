/** Checks whether the data folder has room, by writing some bytes, because the free space ignores a quota. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedCheck } from './cached-check.ts';
import { isDiskFull } from './full-disk.ts';

const probe = Buffer.alloc(64 * 1024);

export function createDiskSpaceCheck(folder: string): () => Promise<boolean> {
  const file = join(folder, 'room');
  return cachedCheck(async () => {
    try {
      await writeFile(file, probe, { mode: 0o600 });
      return true;
    } catch (error) {
      if (isDiskFull(error)) return false;
      throw error;
    } finally {
      await rm(file, { force: true });
    }
  });
}
