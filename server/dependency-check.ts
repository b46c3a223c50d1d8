/** Whether the process could serve requests: the database and the storage answer, and the disk accepts writes. */
import type { Resources } from './context.ts';
import { createDiskSpaceCheck } from './disk-space.ts';
import { Refusal } from './refusal.ts';

/** The returned function throws a refusal that names the missing part. */
export function openDependencyCheck({ database, storage, settings }: Resources): () => Promise<void> {
  const hasRoom = createDiskSpaceCheck(settings.dataDir);
  return async () => {
    await Promise.all([database.check(), storage.check()]).catch((cause) => {
      throw new Refusal('unavailable', { headers: { 'retry-after': '2' } }, { cause });
    });
    if (!(await hasRoom())) throw new Refusal('no_room', { headers: { 'retry-after': '30' } });
  };
}
