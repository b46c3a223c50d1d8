/** The SQL of notes. */
import type { Insertable, Selectable } from 'kysely';
import type { Query } from '../db/database.ts';
import type { NoteTable } from '../db/tables.ts';

export type NoteRow = Selectable<NoteTable>;

export async function insertNote(query: Query, note: Insertable<NoteTable>): Promise<void> {
  await query.insertInto('note').values(note).execute();
}

/** The newest first. */
export function newestNotes(query: Query, applicationId: string, limit: number): Promise<NoteRow[]> {
  return query
    .selectFrom('note')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
}
