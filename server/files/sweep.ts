/** Removes files that are no longer needed: abandoned temporary ones, and stored ones without a row. */
import { pauseAfterWork } from '../background.ts';
import type { Context } from '../context.ts';
import { firstSweepAt, knownIds } from './files.db.ts';
import { idOf } from './stored-objects.ts';
import { removeAbandonedFolders } from './temporary.ts';

/** Copies of database and files that began before a file was replaced have ended by then. */
const sweptAfterMs = 24 * 3_600_000;
/** Few enough that requests do not wait noticeably; a bucket lists a thousand keys at once. */
const keysPerBatch = 64;

/** Removes temporary files that no work uses, and stored files that have had no row for a day. */
export async function sweepFiles(ctx: Context): Promise<void> {
  await removeAbandonedFolders(ctx.settings.dataDir);
  const now = ctx.now();
  // Files older than the database stay: it may be a new database beside old files.
  const since = new Date(await firstSweepAt(ctx, now.toISOString()));
  const before = new Date(now.getTime() - sweptAfterMs);
  const pause = pauseAfterWork();
  for await (const keys of ctx.storage.list()) {
    for (let at = 0; at < keys.length; at += keysPerBatch) {
      const batch = keys.slice(at, at + keysPerBatch);
      const known = await knownIds(ctx, [...new Set(batch.map(idOf))]);
      for (const key of batch.filter((key) => !known.has(idOf(key)))) {
        const writtenAt = await ctx.storage.writtenAt(key);
        if (writtenAt && writtenAt > since && writtenAt < before) await ctx.storage.remove(key);
      }
      await pause();
    }
  }
}
