/**
 * The folder of the temporary files of `npm run move-files`, which are not encrypted. It is not in `uploads`, where the
 * running product removes unknown files.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { fileExists } from '../file-exists.ts';
import { FolderInUse, lockFolder } from '../resources.ts';
import { removeNow } from './temporary.ts';

export interface MovingFolder {
  path: string;
  leave(): Promise<void>;
  /** For a process that ends at once. */
  emptyNow(): void;
}

/** Only one process at a time can lock it, so its contents come from a killed process. */
export async function takeMovingFolder(dataDir: string): Promise<MovingFolder> {
  const unlock = await lockFolder(placeIn(dataDir));
  const path = filesIn(dataDir);
  await empty(path);
  await mkdir(path, { mode: 0o700 });
  return {
    path,
    async leave() {
      await empty(path);
      unlock();
    },
    emptyNow: () => removeNow(path),
  };
}

/** Removes what a killed `npm run move-files` has left. */
export async function removeLeftByMove({ settings: { dataDir } }: Context): Promise<void> {
  if (!(await fileExists(filesIn(dataDir)))) return;
  try {
    const unlock = await lockFolder(placeIn(dataDir));
    await empty(filesIn(dataDir)).finally(unlock);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
  }
}

const placeIn = (dataDir: string) => join(dataDir, 'moving');
const filesIn = (dataDir: string) => join(placeIn(dataDir), 'files');
const empty = (path: string) => rm(path, { recursive: true, force: true });
