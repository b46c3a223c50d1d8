/** Whether the data folder has room. It writes some bytes to find out, because free space does not show a quota. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from './full-disk.ts';

const probe = Buffer.alloc(64 * 1024);
/** The result is kept, because anybody may ask as often as they like. */
const knownMs = 500;

export function createDiskSpaceCheck(folder: string): () => Promise<boolean> {
  const file = join(folder, 'room');
  let asked: { at: number; hasRoom: Promise<boolean> } | null = null;

  async function ask(): Promise<boolean> {
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
    if (!asked || at - asked.at >= knownMs) asked = { at, hasRoom: ask() };
    return asked.hasRoom;
  };
}
