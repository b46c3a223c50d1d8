/** Checks whether the process can serve requests: database and storage answer, and the disk accepts writes. */
import { cachedCheck } from './cached-check.ts';
import type { Resources } from './context.ts';
import { createDiskSpaceCheck } from './disk-space.ts';
import { retryLater } from './refusal.ts';

/** The returned function throws a refusal that names the missing part. */
export function openReadinessCheck({ database, storage, settings }: Resources): () => Promise<void> {
  const hasRoom = createDiskSpaceCheck(settings.dataDir);
  const hasAnswer = cachedCheck(() => Promise.all([database.check(), storage.check()]));
  return async () => {
    await hasAnswer().catch((cause) => {
      throw retryLater('unavailable', 2, { cause });
    });
    if (!(await hasRoom())) throw retryLater('no_room', 30);
  };
}
