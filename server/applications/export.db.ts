/**
 * The SQL of an export: the rows that a filter matches, in its order, in batches that begin after the last row read.
 */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ApplicationRow } from './applications.db.ts';
import { type ListConditions, matching, type SortColumn } from './list.db.ts';

interface Batch {
  sort: SortColumn;
  order: 'asc' | 'desc';
  /** The highest sequence number to export, so that later arrivals are left out. */
  through: number;
  after: ApplicationRow | null;
  limit: number;
}

export function rowsAfter(
  db: Db,
  conditions: ListConditions,
  { sort, order, through, after, limit }: Batch,
): Promise<ApplicationRow[]> {
  const compare = order === 'asc' ? '>' : '<';
  let rows = db
    .selectFrom('application')
    .selectAll()
    .where((builder) => matching(builder, conditions))
    .where('sequence', '<=', through)
    .orderBy(sort, order)
    .limit(limit);
  if (sort !== 'sequence') rows = rows.orderBy('sequence', order);
  if (after && sort === 'sequence') rows = rows.where('sequence', compare, after.sequence);
  else if (after) {
    rows = rows.where(
      sql<boolean>`(${sql.ref(sort)}, sequence) ${sql.raw(compare)} (${after[sort]}, ${after.sequence})`,
    );
  }
  return rows.execute();
}

/** The rows with these ids that still exist, live or deleted, oldest first. */
export function rowsWith(db: Db, ids: readonly string[]): Promise<ApplicationRow[]> {
  return db.selectFrom('application').selectAll().where('id', 'in', ids).orderBy('sequence').execute();
}
