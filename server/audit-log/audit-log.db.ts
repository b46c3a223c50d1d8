/**
 * The SQL of reading the audit log. Hides how the total is known without counting the whole table for each page: rows
 * are never removed, so an earlier count stays valid.
 */
import { sql } from 'kysely';
import { anonymousActions } from '../../contract/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';

export interface AuditFilter {
  /** The id of an account; null for actions of the product itself. */
  actorId?: string | null | undefined;
  record?: string | undefined;
  action?: string | undefined;
  /** Actions that are left out. */
  without?: readonly string[] | undefined;
  /** Bounds of the time, ISO 8601; the second is exclusive. */
  from?: string | undefined;
  before?: string | undefined;
  /** Only entries about these records. */
  records?: readonly string[] | undefined;
}

/**
 * PostgreSQL assigns numbers before the commit, so rows with lower numbers may still appear among the newest, and a
 * rollback leaves a gap. No open transaction is this far behind.
 */
const unsettledRows = 10_000;
const settledCounts = new WeakMap<Database, { through: number; rows: number }>();
const count = sql<number>`count(*)`;

export async function countEntries(ctx: Context, filter: AuditFilter): Promise<number> {
  if (Object.values(filter).some((value) => value !== undefined)) {
    const { rows } = await matching(ctx, filter).select(count.as('rows')).executeTakeFirstOrThrow();
    return Number(rows);
  }
  const settled = settledCounts.get(ctx.database);
  if (!settled) return countAll(ctx);
  const { rows } = await ctx.db
    .selectFrom('audit')
    .where('sequence', '>', settled.through)
    .select(count.as('rows'))
    .executeTakeFirstOrThrow();
  return rows < 2 * unsettledRows ? settled.rows + rows : countAll(ctx);
}

/** One statement reads both numbers, so that no row is added in between. */
async function countAll(ctx: Context): Promise<number> {
  const newest = await ctx.db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('sequence').as('sequence'))
    .executeTakeFirst();
  const through = (newest?.sequence ?? 0) - unsettledRows;
  const { rows, unsettled } = await ctx.db
    .selectNoFrom((eb) => [
      eb.selectFrom('audit').select(count.as('rows')).$asScalar().as('rows'),
      eb.selectFrom('audit').where('sequence', '>', through).select(count.as('rows')).$asScalar().as('unsettled'),
    ])
    .executeTakeFirstOrThrow();
  settledCounts.set(ctx.database, { through, rows: Number(rows) - Number(unsettled) });
  return Number(rows);
}

/** Newest first. Scans the index from the nearer end for the sequence numbers of the page, then reads their rows. */
export function entriesAt(ctx: Context, filter: AuditFilter, page: { offset: number; limit: number; total: number }) {
  const { offset, total } = page;
  const limit = Math.min(page.limit, total - offset);
  const isOld = offset > total / 2;
  const direction = isOld ? 'asc' : 'desc';
  let sequences = matching(ctx, filter)
    .select('sequence')
    .limit(limit)
    .offset(isOld ? total - offset - limit : offset);
  // With bounds of time, the index on the time gives the order.
  if (hasTimeBounds(filter)) sequences = sequences.orderBy('at', direction);
  const query = ctx.db
    .selectFrom('audit')
    .selectAll()
    .where('sequence', 'in', sequences.orderBy('sequence', direction));
  return (hasTimeBounds(filter) ? query.orderBy('at', 'desc') : query).orderBy('sequence', 'desc').execute();
}

/** The newest entries below a sequence number, with their positions in the tree. */
export function entriesToExport(ctx: Context, filter: AuditFilter, page: { before: number | null; limit: number }) {
  let query = matching(ctx, filter);
  if (page.before !== null) query = query.where('audit.sequence', '<', page.before);
  return query
    .leftJoin('auditLeaf', 'auditLeaf.sequence', 'audit.sequence')
    .selectAll('audit')
    .select('auditLeaf.position')
    .orderBy('audit.sequence', 'desc')
    .limit(page.limit)
    .execute();
}

function hasTimeBounds({ from, before }: AuditFilter): boolean {
  return from !== undefined || before !== undefined;
}

function matching(ctx: Context, { actorId, record, action, without, from, before, records }: AuditFilter) {
  let query = ctx.db.selectFrom('audit');
  if (actorId === null) query = query.where('actorId', 'is', null).where('action', 'not in', anonymousActions);
  else if (actorId !== undefined) query = query.where('actorId', '=', actorId);
  if (record !== undefined) query = query.where('record', '=', record);
  if (action !== undefined) query = query.where('action', '=', action);
  if (without !== undefined) query = query.where('action', 'not in', without);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (before !== undefined) query = query.where('at', '<', before);
  if (records !== undefined) query = query.where('record', 'in', records.length ? records : [null]);
  return query;
}
