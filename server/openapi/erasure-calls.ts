/** What the API says of the calls that erase and hold. */
import { limits } from '../../contract/limits.ts';
import { erasureRequest, holdRequest } from '../applications/requests.ts';
import type { CallDescription } from './call-description.ts';
import { erasureNotes, holdNotes, type Notes } from './notes.ts';

export function erasureCalls(params: Notes) {
  return {
    erasure: {
      group: 'Applications',
      summary: 'Count what erasing an application would remove',
      text: 'Of a live or a deleted application.',
      params,
      success: { status: 200, text: 'The numbers.' },
      errors: ['not_found'],
    },
    eraseApplication: {
      group: 'Applications',
      summary: 'Erase an application for good',
      text: 'Live or deleted. The record, its files, decisions, notes, former values and access records are gone, and within a minute also from the files of the database. Nothing can restore it: restoring an older backup leaves it out. The audit log keeps who erased it, when and why, and its id.',
      params,
      json: { schema: erasureRequest, notes: erasureNotes },
      success: { status: 200, text: 'The id of what was erased.' },
      errors: ['not_found', 'held', 'overloaded'],
    },
    holdApplication: {
      group: 'Applications',
      summary: 'Hold an application, or release it',
      text: `Live or deleted. What is held cannot be deleted or erased, and is not removed ${limits.restoreDays} days after it was deleted.`,
      params,
      json: { schema: holdRequest, notes: holdNotes },
      success: { status: 200, text: 'The application as it is now.' },
      errors: ['not_found', 'overloaded'],
    },
  } satisfies Record<string, CallDescription>;
}
