/** Notes of the staff about a record, apart from those of its decisions; applicants never see them. */
import { limits } from '../../contract/limits.ts';
import { requireLive } from '../applications/applications.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Context, inTransaction } from '../context.ts';
import { lockAttempts } from '../guesses/guesses.ts';
import { newId } from '../identifiers.ts';
import { insertNote, type NoteRow, newestNotes } from './notes.db.ts';

export type { NoteRow } from './notes.db.ts';

/** The newest first. */
export async function listNotes(ctx: Context, applicationId: string): Promise<NoteRow[]> {
  // The statements run concurrently, which costs one round trip to a database server.
  const [, notes] = await Promise.all([
    requireLive(ctx, applicationId),
    newestNotes(ctx.db, applicationId, limits.notesListedMax),
  ]);
  return notes;
}

export async function addNote(ctx: Context, applicationId: string, text: string): Promise<Omit<NoteRow, 'sequence'>> {
  return inTransaction(ctx, async (ctx) => {
    const { passportKey } = await requireLive(ctx, applicationId);
    // Erasing and the undo of an import hold this lock while they delete a record, which would delete the note with it.
    await lockAttempts(ctx, passportKey);
    await requireLive(ctx, applicationId);
    const note = {
      id: newId(),
      applicationId,
      at: ctx.now().toISOString(),
      text,
      accountId: ctx.actor?.id ?? null,
      accountName: ctx.actor?.name ?? null,
    };
    await insertNote(ctx.db, note);
    await writeAuditEntry(ctx, { action: 'application.noted', record: applicationId });
    return note;
  });
}
