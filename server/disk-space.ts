/** Checks whether the data folder has room, by writing some bytes, because the free space ignores a quota. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from './full-disk.ts';

const probe = Buffer.alloc(64 * 1024);
/** The result is cached, because anybody can cause a check. */
const cachedMs = 500;

export function createDiskSpaceCheck(folder: string): () => Promise<boolean> {
  const file = join(folder, 'room');
  let latest: { at: number; hasRoom: Promise<boolean> } | null = null;

  async function check(): Promise<boolean> {
    try {
      await writeFile(file, probe, { mode: 0o600 });
      return true;
    } catch (error) {
      if (isDiskFull(error)) return false;
      throw error;
    } finally {
      await rm(file, { force: true });
    }
  }

  return () => {
    const at = performance.now();
    if (!latest || at - latest.at >= cachedMs) latest = { at, hasRoom: check() };
    return latest.hasRoom;
  };
}
