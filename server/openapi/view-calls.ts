/** What the API says of saved views. */
import { limits } from '../../contract/limits.ts';
import { newView, viewChange } from '../saved-views/requests.ts';
import type { CallDescription } from './call-description.ts';
import { listNotes, type Notes, within } from './notes.ts';

const viewId: Notes = { id: { description: 'The id of the view.', examples: ['0123456789abcdef01234567'] } };
const nameNote: Notes = {
  name: {
    description: `What the staff call it: up to ${limits.viewNameLengthMax} characters, unique whatever its case.`,
    examples: ['Papers to chase'],
  },
};
const columnsNote: Notes = {
  columns: {
    description: 'The columns beside the name, which is always there.',
    examples: [['passport', 'status']],
  },
};
const group = 'Saved views';

export const viewCalls = {
  views: { group, summary: 'List the saved views', success: { status: 200, text: 'All of them, by name.' } },
  addView: {
    group,
    summary: 'Save a view of the list',
    text: 'A filter, an order, columns and the size of a page. What the list refuses is not saved. The search text is not saved, since it may be a passport number.',
    json: {
      schema: newView,
      notes: {
        ...listNotes,
        ...nameNote,
        ...columnsNote,
      },
    },
    success: { status: 201, text: 'The new view.' },
    errors: ['too_many_views'],
    fieldErrors: { view_exists: ['name'], invalid_filter: ['late', 'past'] },
  },
  updateView: {
    group,
    summary: 'Change a saved view',
    text: 'Only the person who saved it and the super admin may do so. What is not sent stays.',
    params: viewId,
    json: {
      schema: viewChange,
      notes: {
        ...nameNote,
        query: {
          description: 'The filter, the order and the size of a page, which replace the former ones as a whole.',
          examples: [{ late: '1', sort: 'givenN' }],
        },
        ...within('query', listNotes),
        ...columnsNote,
      },
    },
    success: { status: 200, text: 'The view as it is now.' },
    errors: ['not_found', 'forbidden'],
    fieldErrors: { view_exists: ['name'], invalid_filter: ['query'] },
  },
  deleteView: {
    group,
    summary: 'Delete a saved view',
    text: 'Only the person who saved it and the super admin may do so.',
    params: viewId,
    success: { status: 204, text: 'It is gone.' },
    errors: ['not_found', 'forbidden'],
  },
} as const satisfies Record<string, CallDescription>;
