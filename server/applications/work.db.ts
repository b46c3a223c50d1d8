/**
 * The SQL of who works on what: the tally that triggers keep, by which neither a total nor a count of the queue walks
 * over records.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Status } from '../../contract/status.ts';
import { documentColumns } from '../db/application-columns.ts';
import type { Query } from '../db/database.ts';
import type { WorkTallyTable } from '../db/tables.ts';

/** The filters whose totals are in a tally. */
export interface Tallied {
  status: Status | null;
  /** Only what this account has, or with `to` null what nobody has. */
  assigned: { to: string | null } | null;
  /** Only records that lack a paper. */
  isMissing: boolean;
}

/** Whether the tally of work is the one that has the total. */
export function isOfWork({ assigned, isMissing }: Pick<Tallied, 'assigned' | 'isMissing'>): boolean {
  return assigned !== null || isMissing;
}

export function workMatching({ status, assigned, isMissing }: Tallied): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`true`];
  if (status) all.push(sql`status = ${status}`);
  if (assigned) all.push(sql`assigned_to = ${assigned.to ?? ''}`);
  if (isMissing) all.push(sql`is_missing = 1`);
  return sql.join(all, sql` and `);
}

export async function workTotal(query: Query, tallied: Tallied): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select coalesce(sum(count), 0) as count from work_tally where ${workMatching(tallied)}
  `.execute(query);
  return Number(rows[0]?.count);
}

/** Concatenation with null gives null, so this finds a missing paper. It must be the expression of the index. */
export const lacksPaper = sql<SqlBool>`(${sql.join(
  documentColumns.map((column) => sql.ref(column)),
  sql` || `,
)}) is null`;

/** The whole tally: some rows for each member of staff. */
export function workCounts(query: Query): Promise<WorkTallyTable[]> {
  return query.selectFrom('workTally').selectAll().where('count', '>', 0).execute();
}
