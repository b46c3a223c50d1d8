/** The SQL of single applications: look up, insert, change against a version, delete, restore, hold. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type UniqueField, uniqueFields } from '../../contract/application-form.ts';
import type { Context } from '../context.ts';
import type { Query } from '../db/database.ts';
import type { ApplicationTable, AuditTable, DecisionTable } from '../db/tables.ts';
import { updateAndInsert } from '../db/update-and-insert.ts';

export type ApplicationRow = Selectable<ApplicationTable>;
/** With the name of the account that the record is assigned to. */
export type ListedRow = ApplicationRow & { assignedName: string | null };
export type DecisionRow = Selectable<DecisionTable>;
export type ApplicationValues = Partial<Updateable<ApplicationTable>>;

/**
 * Takes the next numbers of the sequence of arrivals, deletions and restorings, and returns the first. The row of the
 * sequence stays locked until the transaction ends, so numbers become visible in order. They must be taken before a
 * record is changed: a transaction that locked the tallies first and then waited for a number would deadlock with an
 * arrival. An unused number leaves a harmless gap.
 */
export async function takeSequences(query: Query, count: number): Promise<number> {
  const { value } = await query
    .updateTable('counter')
    .set({ value: sql<number>`value + ${count}` })
    .where('name', '=', 'application')
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}

export async function insertApplication(query: Query, row: Insertable<ApplicationTable>): Promise<ApplicationRow> {
  return query.insertInto('application').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findLive(query: Query, id: string): Promise<ApplicationRow | undefined> {
  return query
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

export async function findDeleted(query: Query, id: string): Promise<ApplicationRow | undefined> {
  return query
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst();
}

/** The name of the account that the record is assigned to. */
export async function assignedName(query: Query, id: string): Promise<string | null> {
  const row = await query
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.assignedTo')
    .select('account.name')
    .where('application.id', '=', id)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Live or deleted. */
export async function findAny(query: Query, id: string): Promise<ApplicationRow | undefined> {
  return query.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The column in which no two live records share a value of the field. */
export const uniqueColumns = { passport: 'passportKey', email: 'email' } as const satisfies Record<UniqueField, string>;
export type Unique = { [Column in (typeof uniqueColumns)[UniqueField]]?: string | undefined };

/** For each field, the id of the live record, other than `exceptId`, that already has its value. */
export async function findConflicts(
  query: Query,
  values: Unique,
  exceptId: string | null,
): Promise<Map<UniqueField, string | null>> {
  const holderOf = async (field: UniqueField): Promise<[UniqueField, string | null]> => {
    const column = uniqueColumns[field];
    const value = values[column];
    if (value === undefined) return [field, null];
    const row = await query
      .selectFrom('application')
      .select('id')
      .where(column, '=', value)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return [field, row !== undefined && row.id !== exceptId ? row.id : null];
  };
  return new Map(await Promise.all(uniqueFields.map(holderOf)));
}

/** Changes a live record if it still has this version; undefined if it does not. */
export async function updateIfVersion(
  query: Query,
  row: Pick<ApplicationRow, 'id' | 'version'>,
  values: ApplicationValues,
): Promise<ApplicationRow | undefined> {
  return updateIfVersionQuery(query, row, values).executeTakeFirst();
}

/** Does the same, and inserts a decision and its audit entry only if the record was changed. */
export function changeWithDecision(
  ctx: Context,
  row: Pick<ApplicationRow, 'id' | 'version'>,
  values: ApplicationValues,
  decision: Insertable<DecisionTable>,
  entry: Insertable<AuditTable>,
): Promise<ApplicationRow | undefined> {
  return updateAndInsert(ctx, (query) => updateIfVersionQuery(query, row, values), [
    { table: 'decision', values: decision },
    { table: 'audit', values: entry },
  ]);
}

function updateIfVersionQuery(
  query: Query,
  { id, version }: Pick<ApplicationRow, 'id' | 'version'>,
  values: ApplicationValues,
) {
  return query
    .updateTable('application')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deletedAt', 'is', null)
    .returningAll();
}

export async function markDeleted(query: Query, row: ApplicationRow, at: string): Promise<boolean> {
  const fromSequence = await takeSequences(query, 1);
  const changed = await query
    .updateTable('application')
    .set({ deletedAt: at, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await query
    .insertInto('applicationAbsence')
    .values({ applicationId: row.id, applicationSequence: row.sequence, fromSequence, toSequence: null })
    .execute();
  return true;
}

/** Undefined when another writer was faster. */
export async function markRestored(query: Query, row: ApplicationRow): Promise<ApplicationRow | undefined> {
  const toSequence = await takeSequences(query, 1);
  const restored = await query
    .updateTable('application')
    .set({ deletedAt: null, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('deletedAt', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (!restored) return undefined;
  await query
    .updateTable('applicationAbsence')
    .set({ toSequence })
    .where('applicationId', '=', row.id)
    .where('toSequence', 'is', null)
    .execute();
  return restored;
}

export async function markWithdrawn(
  query: Query,
  sequence: number,
  values: Pick<DecisionRow, 'withdrawnAt' | 'withdrawnBy' | 'withdrawnReason'>,
): Promise<void> {
  await query.updateTable('decision').set(values).where('sequence', '=', sequence).execute();
}

/** The decisions on these applications, oldest first. */
export async function decisionsOn(query: Query, applicationIds: readonly string[]): Promise<DecisionRow[]> {
  if (!applicationIds.length) return [];
  return query
    .selectFrom('decision')
    .selectAll()
    .where('applicationId', 'in', applicationIds)
    .orderBy('applicationId')
    .orderBy('sequence')
    .execute();
}

export async function deletedBefore(query: Query, at: string, limit: number): Promise<ApplicationRow[]> {
  return query
    .selectFrom('application')
    .selectAll()
    .where('deletedAt', '<', at)
    .where('heldAt', 'is', null)
    .orderBy('deletedAt')
    .limit(limit)
    .execute();
}

/** Locks the row without changing it: false when the record is no longer the deleted one that was read. */
export async function lockDeleted(query: Query, row: Pick<ApplicationRow, 'id' | 'version'>): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('application')
    .set({ version: row.version })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Holds or releases a record, live or deleted, if it still has this version; undefined if it does not. */
export async function markHeld(
  query: Query,
  row: Pick<ApplicationRow, 'id' | 'version'>,
  values: Pick<ApplicationRow, 'heldAt' | 'heldBy' | 'heldReason'>,
): Promise<ApplicationRow | undefined> {
  return query
    .updateTable('application')
    .set({ ...values, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst();
}
