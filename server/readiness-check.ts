/**
 * Checks whether the process can serve requests: database and storage answer, the disk accepts writes, and no other
 * node has replaced the key of the database meanwhile.
 */
import { cachedCheck } from './cached-check.ts';
import type { Resources } from './context.ts';
import { createDiskSpaceCheck } from './disk-space.ts';
import { requireCurrentKey } from './key-rotation/key-check.ts';
import { retryLater } from './refusal.ts';

/** The returned function throws a refusal that names the missing part. */
export function openReadinessCheck({ database, storage, settings, keys }: Resources): () => Promise<void> {
  const hasRoom = createDiskSpaceCheck(settings.dataDir);
  const hasAnswer = cachedCheck(() =>
    Promise.all([database.check(), storage.check(), requireCurrentKey(database.db, keys)]),
  );
  return async () => {
    await hasAnswer().catch((cause) => {
      throw retryLater('unavailable', 2, { cause });
    });
    if (!(await hasRoom())) throw retryLater('no_room', 30);
  };
}
