/** The SQL of an export: what a filter matches, in its order, some rows at a time from where the last ended. */
import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { ApplicationRow } from './applications.db.ts';
import { type ListConditions, matching, type SortColumn } from './list.db.ts';

interface Walk {
  sort: SortColumn;
  order: 'asc' | 'desc';
  /** The highest sequence number of what is exported: later arrivals do not lengthen it. */
  through: number;
  after: ApplicationRow | null;
  limit: number;
}

export function rowsAfter(
  query: Query,
  conditions: ListConditions,
  { sort, order, through, after, limit }: Walk,
): Promise<ApplicationRow[]> {
  const compare = sql.raw(order === 'asc' ? '>' : '<');
  let rows = query
    .selectFrom('application')
    .selectAll()
    .where((builder) => matching(builder, conditions))
    .where('sequence', '<=', through)
    .orderBy(sort, order)
    .limit(limit);
  if (sort !== 'sequence') rows = rows.orderBy('sequence', order);
  if (after && sort === 'sequence') rows = rows.where('sequence', order === 'asc' ? '>' : '<', after.sequence);
  else if (after) {
    const place = sql`(${sql.ref(sort)}, sequence) ${compare} (${after[sort]}, ${after.sequence})`;
    rows = rows.where(sql<boolean>`${place}`);
  }
  return rows.execute();
}

/** Those of the named records that still exist, live or deleted, oldest first. */
export function rowsWith(query: Query, ids: readonly string[]): Promise<ApplicationRow[]> {
  return query.selectFrom('application').selectAll().where('id', 'in', ids).orderBy('sequence').execute();
}
