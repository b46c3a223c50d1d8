/** What staff note about a record apart from its decisions: for the staff alone, with who and when. */
import { requireLive } from '../applications/applications.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Context, inTransaction } from '../context.ts';
import { newId } from '../identifiers.ts';
import { insertNote, type NoteRow, newestNotes } from './notes.db.ts';

export type { NoteRow } from './notes.db.ts';

/** Of one record. */
const shownMax = 200;

/** The newest first. */
export async function listNotes(ctx: Context, applicationId: string): Promise<NoteRow[]> {
  // Side by side, so that a database elsewhere is waited for once.
  const [, notes] = await Promise.all([
    requireLive(ctx, applicationId),
    newestNotes(ctx.query, applicationId, shownMax),
  ]);
  return notes;
}

export async function addNote(ctx: Context, applicationId: string, text: string): Promise<Omit<NoteRow, 'sequence'>> {
  return inTransaction(ctx, async (ctx) => {
    await requireLive(ctx, applicationId);
    const note = {
      id: newId(),
      applicationId,
      at: ctx.now().toISOString(),
      text,
      accountId: ctx.actor?.id ?? null,
      accountName: ctx.actor?.name ?? null,
    };
    await insertNote(ctx.query, note);
    await writeAuditEntry(ctx, { action: 'application.noted', record: applicationId });
    return note;
  });
}
