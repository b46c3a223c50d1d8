/**
 * Temporary folders for incoming bytes: one for each piece of work, removed when it ends or after its process was
 * killed.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../identifiers.ts';

const abandonedAfterMs = 60_000;
const inUse = new Set<string>();

export interface TemporaryFolder {
  /** A new path in the folder. */
  newPath(): string;
  remove(): Promise<void>;
}

export async function openTemporaryFolder(dataDir: string): Promise<TemporaryFolder> {
  const folder = join(root(dataDir), newId());
  inUse.add(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    newPath: () => join(folder, newId()),
    async remove() {
      await rm(folder, { recursive: true, force: true });
      inUse.delete(folder);
    },
  };
}

/** Removes folders that no work of this process uses; only one process at a time uses the data folder. */
export async function removeAbandonedFolders(dataDir: string): Promise<void> {
  const names = await readdir(root(dataDir)).catch(() => []);
  for (const name of names) {
    const folder = join(root(dataDir), name);
    const found = inUse.has(folder) ? null : await stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}

function root(dataDir: string): string {
  return join(dataDir, 'uploads');
}
