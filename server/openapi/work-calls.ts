/** What the API says of the calls about who works on what, and of notes. */
import { newNote } from '../../contract/application.ts';
import { assignment } from '../../contract/assigning.ts';
import { limits } from '../../contract/limits.ts';
import type { CallDescription } from './call-description.ts';
import { assignmentNotes, type Notes, noteNotes } from './notes.ts';

export function workCalls(params: Notes) {
  return {
    colleagues: {
      group: 'Applications',
      summary: 'List who can work on applications',
      success: { status: 200, text: 'All staff by name, the super admin included, suspended accounts left out.' },
    },
    assign: {
      group: 'Applications',
      summary: 'Say who works on applications',
      text: `Either \`ids\`, or the filter of a list and its \`asOf\`, which may match up to ${limits.assignedAtOnceMax.toLocaleString('en')}. Nobody loses an application unasked: where somebody else works on one, \`assigned_to_others\` names them under \`others\`, and nothing is changed. It raises no \`version\`.`,
      json: { schema: assignment, notes: assignmentNotes },
      success: { status: 200, text: 'How many were assigned, and what was not.' },
      errors: ['not_found', 'assigned_to_others', 'list_changed', 'overloaded'],
      fieldErrors: {
        invalid_filter: ['asOf', 'late', 'past'],
        too_many_selected: ['ids'],
        invalid_assignee: ['assignee'],
      },
    },
    notes: {
      group: 'Applications',
      summary: 'Read the notes on an application',
      text: 'Those that are no decisions, the newest first.',
      params,
      success: { status: 200, text: 'The notes.' },
      errors: ['not_found'],
    },
    addNote: {
      group: 'Applications',
      summary: 'Note something about an application',
      text: 'For the staff alone. A note is neither changed nor removed; it goes with the application.',
      params,
      json: { schema: newNote, notes: noteNotes },
      success: { status: 201, text: 'The note.' },
      errors: ['not_found'],
    },
  } satisfies Record<string, CallDescription>;
}
