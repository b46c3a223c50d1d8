/**
 * Reports staff who list very many records within an hour, so that nobody copies the records page by page unnoticed. Each
 * node counts in its memory, each record once.
 */
import { limits } from '../../contract/limits.ts';
import { type Context, inTransaction } from '../context.ts';
import type { Database } from '../db/database.ts';
import { hourMs, noteBulkReading } from './views.ts';

interface Listed {
  since: number;
  ids: Set<string>;
}

const listedBy = new WeakMap<Database, Map<string, Listed>>();

export async function noteListed(ctx: Context, ids: readonly string[]): Promise<void> {
  if (!ctx.actor) return;
  const known = listedBy.get(ctx.database) ?? new Map<string, Listed>();
  listedBy.set(ctx.database, known);
  const now = ctx.now().getTime();
  const before = known.get(ctx.actor.id);
  const listed = before && now < before.since + hourMs ? before : { since: now, ids: new Set<string>() };
  known.set(ctx.actor.id, listed);
  for (const id of ids) listed.ids.add(id);
  if (listed.ids.size <= limits.recordsListedAnHour) return;
  await inTransaction(ctx, (ctx) => noteBulkReading(ctx, listed.ids.size));
  known.delete(ctx.actor.id);
}
