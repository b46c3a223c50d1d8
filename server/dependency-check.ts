/** Whether the process could serve: database and storage answer, and the disk takes what is written. */
import type { Resources } from './context.ts';
import { Refusal } from './refusal.ts';
import { openRoom } from './room.ts';

/** The returned function throws the refusal that names what is missing. */
export function openDependencyCheck({ database, storage, settings }: Resources): () => Promise<void> {
  const hasRoom = openRoom(settings.dataDir);
  return async () => {
    await Promise.all([database.check(), storage.check()]).catch((cause) => {
      throw new Refusal('unavailable', { headers: { 'retry-after': '2' } }, { cause });
    });
    if (!(await hasRoom())) throw new Refusal('no_room', { headers: { 'retry-after': '30' } });
  };
}
