import { open } from 'node:fs/promises';

/** Returns when the bytes of the file, or the names in the folder, are on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
