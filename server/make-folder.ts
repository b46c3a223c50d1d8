import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder of the settings and those above it, each for its owner alone. Node's own recursion never ends where
 * the system refuses a folder as if the one above it were missing, such as in `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (await isFolder(folder)) return;
    const above = dirname(folder);
    const isAboveMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder;
    if (!isAboveMissing || (await isFolder(above))) throw error;
    await makeFolder(above);
    await makeFolder(folder);
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
