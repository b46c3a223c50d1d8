/** The SQL of assigning records. */
import type { Query } from '../db/database.ts';
import type { AccountTable, WorkTallyTable } from '../db/tables.ts';

export interface Assignment {
  id: string;
  assignedTo: string | null;
}

/** The names of accounts, deleted ones included. */
export async function namesOf(query: Query, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await query.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The accounts to which records can be assigned, by name: all that can sign in, the super admin included. */
export function assignees(query: Query): Promise<Pick<AccountTable, 'id' | 'name'>[]> {
  return active(query).select(['id', 'name']).orderBy('name').orderBy('id').execute();
}

export async function isAssignee(query: Query, id: string): Promise<boolean> {
  return (await active(query).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

function active(query: Query) {
  return query.selectFrom('account').where('deletedAt', 'is', null).where('suspendedAt', 'is', null);
}

/** The live ones of these records. */
export async function assignmentsOf(query: Query, ids: readonly string[]): Promise<Assignment[]> {
  if (!ids.length) return [];
  return query
    .selectFrom('application')
    .select(['id', 'assignedTo'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
}

/** The ids of records that are assigned to an account, live or deleted. */
export async function assignedIds(query: Query, accountId: string, limit: number): Promise<string[]> {
  const live = query
    .selectFrom('application')
    .select('id')
    .where('assignedTo', '=', accountId)
    .where('deletedAt', 'is', null);
  const deleted = query
    .selectFrom('application')
    .select('id')
    .where('assignedTo', '=', accountId)
    .where('deletedAt', 'is not', null);
  const rows = [...(await live.limit(limit).execute()), ...(await deleted.limit(limit).execute())];
  return rows.slice(0, limit).map(({ id }) => id);
}

/** Returns the ids of those that still exist. One statement locks its counters in one order. */
export async function reassign(query: Query, ids: readonly string[], to: string | null): Promise<string[]> {
  const rows = await query
    .updateTable('application')
    .set({ assignedTo: to })
    .where('id', 'in', ids)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** How many records of a status are assigned to each account. */
export function countsByAssignee(
  query: Query,
  status: WorkTallyTable['status'],
): Promise<Pick<WorkTallyTable, 'assignedTo' | 'count'>[]> {
  return query.selectFrom('workTally').select(['assignedTo', 'count']).where('status', '=', status).execute();
}
