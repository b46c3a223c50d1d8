/**
 * Reads the audit log. Hides how the total is known without counting the whole table
 * for each page: rows are never removed, so a count once taken holds for ever.
 */
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';

export interface AuditFilter {
  actorId?: string | undefined;
  record?: string | undefined;
}

/**
 * PostgreSQL hands numbers out before the commit, so the newest rows may still be joined
 * by lower ones, and a rollback leaves a gap. No open transaction is this far behind.
 */
const unsettledRows = 10_000;
const settledCounts = new WeakMap<Database, { through: number; rows: number }>();

export async function countEntries(ctx: Context, filter: AuditFilter): Promise<number> {
  if (filter.actorId !== undefined || filter.record !== undefined) return countMatching(ctx, filter);
  const settled = settledCounts.get(ctx.database) ?? { through: 0, rows: 0 };
  const newest = await newestSequence(ctx);
  const through = newest - unsettledRows;
  if (through - settled.through > unsettledRows) {
    const rows = settled.rows + (await countBetween(ctx, settled.through, through));
    settledCounts.set(ctx.database, { through, rows });
    return rows + (await countBetween(ctx, through, newest));
  }
  return settled.rows + (await countBetween(ctx, settled.through, newest));
}

async function countMatching(ctx: Context, filter: AuditFilter): Promise<number> {
  const { count } = await matching(ctx, filter).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

async function newestSequence(ctx: Context): Promise<number> {
  const row = await ctx.query
    .selectFrom('audit')
    .select('sequence')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? 0;
}

async function countBetween(ctx: Context, after: number, through: number): Promise<number> {
  const { count } = await ctx.query
    .selectFrom('audit')
    .where('sequence', '>', after)
    .where('sequence', '<=', through)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Newest first; the numbers of the page come from the index, then its rows. */
export function entriesAt(ctx: Context, filter: AuditFilter, offset: number, limit: number) {
  return ctx.query
    .selectFrom('audit')
    .selectAll()
    .where(
      'sequence',
      'in',
      matching(ctx, filter).select('sequence').orderBy('sequence', 'desc').limit(limit).offset(offset),
    )
    .orderBy('sequence', 'desc')
    .execute();
}

function matching(ctx: Context, { actorId, record }: AuditFilter) {
  let query = ctx.query.selectFrom('audit');
  if (actorId !== undefined) query = query.where('actorId', '=', actorId);
  if (record !== undefined) query = query.where('record', '=', record);
  return query;
}
