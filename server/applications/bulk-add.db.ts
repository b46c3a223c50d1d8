/** The SQL of adding several applications at once, and of undoing that. */
import type { Insertable } from 'kysely';
import type { UniqueField } from '../../contract/application-form.ts';
import type { Db } from '../db/database.ts';
import type { ApplicationTable } from '../db/tables.ts';
import { type Unique, uniqueColumns } from './applications.db.ts';

export async function insertMany(db: Db, rows: readonly Insertable<ApplicationTable>[]): Promise<void> {
  await db.insertInto('application').values(rows).execute();
}

/** Those of the unique values that live records have, by field. */
export async function takenValues(db: Db, uniques: readonly Unique[]): Promise<Record<UniqueField, Set<string>>> {
  const takenIn = async (field: UniqueField) => {
    const column = uniqueColumns[field];
    const values = uniques.flatMap((unique) => unique[column] ?? []);
    if (values.length === 0) return new Set<string>();
    const rows = await db
      .selectFrom('application')
      .select(column)
      .where(column, 'in', values)
      .where('deletedAt', 'is', null)
      .execute();
    return new Set(rows.map((row) => row[column]));
  };
  return { passport: await takenIn('passport'), email: await takenIn('email') };
}

export function versionsOf(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('application')
    .select(['id', 'passportKey', 'version', 'deletedAt'])
    .where('id', 'in', ids)
    .execute();
}

/**
 * Marks as deleted the records that are unchanged since they were added, so that the triggers reduce the tallies. A
 * note and an assignment change no version, so both are checked separately.
 */
export async function markManyDeleted(db: Db, ids: readonly string[], at: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('application')
    .set({ deletedAt: at })
    .where('id', 'in', ids)
    .where('version', '=', 1)
    .where('assignedTo', 'is', null)
    .where('deletedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('note').select('note.id').whereRef('note.applicationId', '=', 'application.id'))),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
