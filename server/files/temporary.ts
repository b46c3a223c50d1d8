/**
 * Temporary folders for received files. Each piece of work opens one and removes it; a folder of a killed process is
 * removed by the sweep.
 */
import { existsSync, rmSync } from 'node:fs';
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

/**
 * Removes folders that no work of this process uses. Only the process that holds the lock of the data folder makes
 * temporary folders in it.
 */
export async function removeAbandonedFolders(dataDir: string, olderThanMs = abandonedAfterMs): Promise<void> {
  const names = await readdir(root(dataDir)).catch(() => []);
  for (const name of names) {
    const folder = join(root(dataDir), name);
    const unused = inUse.has(folder) ? null : await stat(folder).catch(() => null);
    if (unused && Date.now() - unused.mtimeMs > olderThanMs) await rm(folder, { recursive: true, force: true });
  }
}

/** Removes every folder of this process, for one that ends at once. */
export function removeFoldersNow(): void {
  for (const folder of inUse) removeNow(folder);
}

export function removeNow(path: string): void {
  // `rmSync` returns early, without an error, if work that is ending removes a file of its own meanwhile.
  while (existsSync(path)) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

function root(dataDir: string): string {
  return join(dataDir, 'uploads');
}
