/** What the API says of the calls about who works on what, and of notes. */
import { limits } from '../../contract/limits.ts';
import { assignRequest } from '../assigning/requests.ts';
import { newNote } from '../notes/requests.ts';
import type { CallDescription } from './call-description.ts';
import { assignmentNotes, type Notes, noteNotes } from './notes.ts';

export function workCalls(params: Notes) {
  return {
    colleagues: {
      group: 'Applications',
      summary: 'List who applications can be assigned to',
      success: { status: 200, text: 'All staff by name, the super admin included, suspended accounts left out.' },
    },
    assign: {
      group: 'Applications',
      summary: 'Assign or unassign applications',
      text: `Either \`ids\`, or the filter of a list and its \`asOf\`, which may match up to ${limits.assignedAtOnceMax.toLocaleString('en')}. Nothing is reassigned by accident: where one is assigned to somebody else, \`assigned_to_others\` names them under \`others\`, and nothing is changed. It raises no \`version\`.`,
      json: { schema: assignRequest, notes: assignmentNotes },
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
      text: `The newest ${limits.notesListedMax} that are not part of a decision, newest first.`,
      params,
      success: { status: 200, text: 'The notes.' },
      errors: ['not_found'],
    },
    addNote: {
      group: 'Applications',
      summary: 'Add a note to an application',
      text: 'For staff only. A note cannot be changed or removed; it is erased with the application.',
      params,
      json: { schema: newNote, notes: noteNotes },
      success: { status: 201, text: 'The note.' },
      errors: ['not_found'],
    },
  } satisfies Record<string, CallDescription>;
}
