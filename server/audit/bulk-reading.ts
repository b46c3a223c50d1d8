/**
 * Reports staff who list very many records within an hour, so that nobody copies the records page by page unnoticed.
 * Each node counts in memory, and counts each record once.
 */
import { limits } from '../../contract/limits.ts';
import { type Context, inTransaction } from '../context.ts';
import type { Database } from '../db/database.ts';
import { ignoreFullDisk } from '../full-disk.ts';
import { hourMs, logBulkReading } from './reading-log.ts';

interface Listed {
  since: number;
  ids: Set<string>;
}

const listedBy = new WeakMap<Database, Map<string, Listed>>();

export async function logListed(ctx: Context, ids: readonly string[]): Promise<void> {
  const { actor } = ctx;
  if (!actor) return;
  const byActor = listedBy.get(ctx.database) ?? new Map<string, Listed>();
  listedBy.set(ctx.database, byActor);
  const now = ctx.now().getTime();
  const current = byActor.get(actor.id);
  const listed = current && now < current.since + hourMs ? current : { since: now, ids: new Set<string>() };
  byActor.set(actor.id, listed);
  for (const id of ids) listed.ids.add(id);
  if (listed.ids.size <= limits.recordsListedAnHour) return;
  await ignoreFullDisk(
    inTransaction(ctx, (ctx) => logBulkReading(ctx, listed.ids.size)).then(() => {
      // Without room for the entry, the next list reports them all.
      byActor.delete(actor.id);
    }),
  );
}
