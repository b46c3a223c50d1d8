/** The SQL of assigning records. */
import { canSignIn } from '../db/active-account.ts';
import type { Db } from '../db/database.ts';
import type { AccountTable, WorkTallyTable } from '../db/tables.ts';

export interface AssignedRecord {
  id: string;
  assignedTo: string | null;
}

/** The names of accounts, deleted ones included. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await db.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The accounts to which records can be assigned, by name: all that can sign in, the super admin included. */
export function assignees(db: Db): Promise<Pick<AccountTable, 'id' | 'name'>[]> {
  return active(db).select(['id', 'name']).orderBy('name').orderBy('id').execute();
}

export async function isAssignee(db: Db, id: string): Promise<boolean> {
  return (await active(db).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

function active(db: Db) {
  return db.selectFrom('account').where(canSignIn);
}

/** The live ones of these records. */
export async function assignmentsOf(db: Db, ids: readonly string[]): Promise<AssignedRecord[]> {
  if (!ids.length) return [];
  return db
    .selectFrom('application')
    .select(['id', 'assignedTo'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
}

/** The ids of records that are assigned to an account, live or deleted. */
export async function assignedIds(db: Db, accountId: string, limit: number): Promise<string[]> {
  const live = db
    .selectFrom('application')
    .select('id')
    .where('assignedTo', '=', accountId)
    .where('deletedAt', 'is', null);
  const deleted = db
    .selectFrom('application')
    .select('id')
    .where('assignedTo', '=', accountId)
    .where('deletedAt', 'is not', null);
  const rows = [...(await live.limit(limit).execute()), ...(await deleted.limit(limit).execute())];
  return rows.slice(0, limit).map(({ id }) => id);
}

/** Returns the ids of those that still exist. One statement locks its counters in one order. */
export async function setAssignee(db: Db, ids: readonly string[], to: string | null): Promise<string[]> {
  const rows = await db
    .updateTable('application')
    .set({ assignedTo: to })
    .where('id', 'in', ids)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** How many records of a status are assigned to each account. */
export function countsByAssignee(
  db: Db,
  status: WorkTallyTable['status'],
): Promise<Pick<WorkTallyTable, 'assignedTo' | 'count'>[]> {
  return db.selectFrom('workTally').select(['assignedTo', 'count']).where('status', '=', status).execute();
}
