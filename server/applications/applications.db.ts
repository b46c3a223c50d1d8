/** The SQL of single applications: look up, insert, change against a version, delete, restore, hold. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type UniqueField, uniqueFields } from '../../contract/application-form.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
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
export async function takeSequences(db: Db, count: number): Promise<number> {
  const { value } = await db
    .updateTable('counter')
    .set({ value: sql<number>`value + ${count}` })
    .where('name', '=', 'application')
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}

export async function insertApplication(db: Db, row: Insertable<ApplicationTable>): Promise<ApplicationRow> {
  return db.insertInto('application').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findLive(db: Db, id: string): Promise<ApplicationRow | undefined> {
  return db
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** The name of the account that the record is assigned to. */
export async function assignedName(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.assignedTo')
    .select('account.name')
    .where('application.id', '=', id)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Live or deleted. */
export async function findAny(db: Db, id: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The column in which no two live records share a value of the field. */
export const uniqueColumns = { passport: 'passportKey', email: 'email' } as const satisfies Record<UniqueField, string>;
export type Unique = { [Column in (typeof uniqueColumns)[UniqueField]]?: string | undefined };

/** For each field, the id of the live record, other than `exceptId`, that already has its value. */
export async function findConflicts(
  db: Db,
  values: Unique,
  exceptId: string | null,
): Promise<Map<UniqueField, string | null>> {
  const holderOf = async (field: UniqueField): Promise<[UniqueField, string | null]> => {
    const column = uniqueColumns[field];
    const value = values[column];
    if (value === undefined) return [field, null];
    const row = await db
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
  db: Db,
  row: Pick<ApplicationRow, 'id' | 'version'>,
  values: ApplicationValues,
): Promise<ApplicationRow | undefined> {
  return updateIfVersionQuery(db, row, values).executeTakeFirst();
}

/** Does the same, and inserts a decision and its audit entry only if the record was changed. */
export function changeWithDecision(
  ctx: Context,
  row: Pick<ApplicationRow, 'id' | 'version'>,
  values: ApplicationValues,
  decision: Insertable<DecisionTable>,
  entry: Insertable<AuditTable>,
): Promise<ApplicationRow | undefined> {
  return updateAndInsert(ctx, (db) => updateIfVersionQuery(db, row, values), [
    { table: 'decision', values: decision },
    { table: 'audit', values: entry },
  ]);
}

function updateIfVersionQuery(
  db: Db,
  { id, version }: Pick<ApplicationRow, 'id' | 'version'>,
  values: ApplicationValues,
) {
  return db
    .updateTable('application')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deletedAt', 'is', null)
    .returningAll();
}

export async function markDeleted(db: Db, row: ApplicationRow, at: string): Promise<boolean> {
  const fromSequence = await takeSequences(db, 1);
  const changed = await db
    .updateTable('application')
    .set({ deletedAt: at, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await db
    .insertInto('applicationAbsence')
    .values({ applicationId: row.id, applicationSequence: row.sequence, fromSequence, toSequence: null })
    .execute();
  return true;
}

/** Undefined when another writer was faster. */
export async function markRestored(db: Db, row: ApplicationRow): Promise<ApplicationRow | undefined> {
  const toSequence = await takeSequences(db, 1);
  const restored = await db
    .updateTable('application')
    .set({ deletedAt: null, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('deletedAt', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (!restored) return undefined;
  await db
    .updateTable('applicationAbsence')
    .set({ toSequence })
    .where('applicationId', '=', row.id)
    .where('toSequence', 'is', null)
    .execute();
  return restored;
}

export async function markWithdrawn(
  db: Db,
  sequence: number,
  values: Pick<DecisionRow, 'withdrawnAt' | 'withdrawnBy' | 'withdrawnReason'>,
): Promise<void> {
  await db.updateTable('decision').set(values).where('sequence', '=', sequence).execute();
}

/** The decisions on these applications, oldest first. */
export async function decisionsOn(db: Db, applicationIds: readonly string[]): Promise<DecisionRow[]> {
  if (!applicationIds.length) return [];
  return db
    .selectFrom('decision')
    .selectAll()
    .where('applicationId', 'in', applicationIds)
    .orderBy('applicationId')
    .orderBy('sequence')
    .execute();
}

export async function deletedBefore(db: Db, at: string, limit: number): Promise<ApplicationRow[]> {
  return db
    .selectFrom('application')
    .selectAll()
    .where('deletedAt', '<', at)
    .where('heldAt', 'is', null)
    .orderBy('deletedAt')
    .limit(limit)
    .execute();
}

/** Locks the row without changing it: false when the record is no longer the deleted one that was read. */
export async function lockDeleted(db: Db, row: Pick<ApplicationRow, 'id' | 'version'>): Promise<boolean> {
  const { numUpdatedRows } = await db
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
  db: Db,
  row: Pick<ApplicationRow, 'id' | 'version'>,
  values: Pick<ApplicationRow, 'heldAt' | 'heldBy' | 'heldReason'>,
): Promise<ApplicationRow | undefined> {
  return db
    .updateTable('application')
    .set({ ...values, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst();
}
