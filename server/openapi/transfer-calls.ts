/** What the calls of export and import are for. */
import { limits } from '../../contract/limits.ts';
import { spreadsheetForms } from '../../contract/spreadsheet-form.ts';
import { applicationExport } from '../../contract/transfer.ts';
import type { CallDescription } from './call-description.ts';
import { mediaType } from './media-type.ts';
import * as notes from './notes.ts';

const { page: _, limit: __, asOf: ___, ...filterNotes } = notes.findNotes;

const formNote = {
  description: '`xlsx` for Excel, `ods` for OpenDocument, `csv` for text.',
  examples: ['xlsx'],
};

const exportNotes: notes.Notes = {
  ...filterNotes,
  form: formNote,
  language: { description: 'Of the headings.', default: 'en' },
  ids: {
    description: `Only these records, up to ${limits.exportedIdsMax.toLocaleString('en')}, whatever the filter.`,
    examples: [['0123456789abcdef01234567']],
  },
};

export const transferCalls = {
  exportApplications: {
    group: 'Applications',
    summary: 'Take the list away as a spreadsheet',
    text: `What the filter, the search and the order of the list give, with the fields of the form, status, dates and id. Every cell is a text: nothing in it is computed by a spreadsheet, and in CSV what begins like a formula has an apostrophe before it. A sheet of XLSX or ODS holds ${limits.sheetRowsMax.toLocaleString('en')} rows. The export is an entry of the audit log.`,
    json: { schema: applicationExport, notes: exportNotes },
    success: { status: 200, text: 'The file.', types: Object.values(spreadsheetForms).map(mediaType) },
    errors: ['export_too_long'],
    fieldErrors: { invalid_filter: ['late', 'past'] },
  },
} satisfies Record<string, CallDescription>;
