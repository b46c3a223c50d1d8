/**
 * The SQL of the tally of work, which triggers maintain: with it, counting assigned records and records with missing
 * documents reads no records.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Status } from '../../contract/status.ts';
import { documentColumns } from '../db/application-columns.ts';
import type { Db } from '../db/database.ts';
import type { WorkTallyTable } from '../db/tables.ts';

/** The filters whose totals are in a tally. */
export interface Tallied {
  status: Status | null;
  /** Only records assigned to this account; with `to` null, only unassigned ones. */
  assigned: { to: string | null } | null;
  /** Only records that lack a document. */
  isMissing: boolean;
}

/** Whether the total is in the tally of work, and not in that of all records. */
export function usesWorkTally({ assigned, isMissing }: Pick<Tallied, 'assigned' | 'isMissing'>): boolean {
  return assigned !== null || isMissing;
}

export function workTallyMatching({ status, assigned, isMissing }: Tallied): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`true`];
  if (status) all.push(sql`status = ${status}`);
  if (assigned) all.push(sql`assigned_to = ${assigned.to ?? ''}`);
  if (isMissing) all.push(sql`is_missing = 1`);
  return sql.join(all, sql` and `);
}

export async function workTallyTotal(db: Db, tallied: Tallied): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select coalesce(sum(count), 0) as count from work_tally where ${workTallyMatching(tallied)}
  `.execute(db);
  return Number(rows[0]?.count);
}

/** Concatenation with null gives null, so this finds a missing document. It must be the expression of the index. */
export const lacksDocument = sql<SqlBool>`(${sql.join(
  documentColumns.map((column) => sql.ref(column)),
  sql` || `,
)}) is null`;

/** The whole tally, which has a few rows for each member of staff. */
export function workTally(db: Db): Promise<WorkTallyTable[]> {
  return db.selectFrom('workTally').selectAll().where('count', '>', 0).execute();
}
