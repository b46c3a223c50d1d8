/** The SQL of notes. */
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { NoteTable } from '../db/tables.ts';

export type NoteRow = Selectable<NoteTable>;

export async function insertNote(db: Db, note: Insertable<NoteTable>): Promise<void> {
  await db.insertInto('note').values(note).execute();
}

/** The newest first. */
export function newestNotes(db: Db, applicationId: string, limit: number): Promise<NoteRow[]> {
  return db
    .selectFrom('note')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
}
