/** The calls of notes over HTTP. */
import type { Note } from '../../contract/work-answers.ts';
import { logView } from '../audit/reading-log.ts';
import { json } from '../http/answer.ts';
import { accept, readJson } from '../http/body.ts';
import type { Handlers } from '../http/routes.ts';
import { addNote, listNotes, type NoteRow } from './notes.ts';
import { newNote } from './requests.ts';

export const noteHandlers = {
  notes: async ({ ctx, params: { id } }) => {
    const notes = await listNotes(ctx, id);
    logView(ctx, 'application.viewed', id);
    return json(notes.map(present));
  },

  addNote: async ({ ctx, request, params: { id } }) => {
    const { text } = accept(newNote, await readJson(request));
    return json(present(await addNote(ctx, id, text)), { status: 201 });
  },
} satisfies Partial<Handlers>;

function present({ id, at, accountName, text }: Omit<NoteRow, 'sequence'>): Note {
  return { _id: id, at, by: accountName, text };
}
