/** What nobody needs any more: temporary files without their work, stored ones without their row. */
import { restAfterWork } from '../background.ts';
import type { Context } from '../context.ts';
import { knownIds, rememberSweeping } from './files.db.ts';
import { idOf } from './names.ts';
import { removeAbandonedFolders } from './temporary.ts';

/** A copy of all files that began before one of them was replaced has ended by then. */
const sweptAfterMs = 24 * 3_600_000;
/** So few that nobody who waits notices; a bucket names a thousand at once. */
const sweepBatch = 64;

/** Removes temporary files that nobody uses, and stored ones that no row has known for a day. */
export async function sweepFiles(ctx: Context): Promise<void> {
  await removeAbandonedFolders(ctx.settings.dataDir);
  const now = ctx.now();
  // Of bytes that were there before this database, nothing is known: it may be a new one beside old files.
  const since = new Date(await rememberSweeping(ctx, now.toISOString()));
  const before = new Date(now.getTime() - sweptAfterMs);
  const rest = restAfterWork();
  for await (const keys of ctx.storage.list()) {
    for (let at = 0; at < keys.length; at += sweepBatch) {
      const batch = keys.slice(at, at + sweepBatch);
      const known = await knownIds(ctx, [...new Set(batch.map(idOf))]);
      for (const key of batch.filter((key) => !known.has(idOf(key)))) {
        const writtenAt = await ctx.storage.writtenAt(key);
        if (writtenAt && writtenAt > since && writtenAt < before) await ctx.storage.remove(key);
      }
      await rest();
    }
  }
}
