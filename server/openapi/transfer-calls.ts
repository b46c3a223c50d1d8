/** What the calls of export and import are for. */
import { defaultLanguage } from '../../contract/language.ts';
import { limits, megabytes } from '../../contract/limits.ts';
import { spreadsheetFormats } from '../../contract/spreadsheet-format.ts';
import { applicationExport } from '../applications/requests.ts';
import { notImportedHours, shownLengthMax } from '../imports/imports.ts';
import { importCheck, importReportRequest, importUpload } from '../imports/requests.ts';
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
  language: { description: 'Of the headings.', default: defaultLanguage },
  ids: {
    description: `Only these records, up to ${limits.exportedIdsMax.toLocaleString('en')}, whatever the filter.`,
    examples: [['0123456789abcdef01234567']],
  },
};

const importId: notes.Notes = {
  id: { description: 'The id of the import.', examples: ['0123456789abcdef01234567'] },
};

/** Why a file is not read. */
const fileErrors = [
  'import_required',
  'import_empty',
  'import_file_type',
  'import_old_excel',
  'import_encrypted',
  'import_macros',
  'import_damaged',
  'import_encoding',
  'import_unpacked_too_large',
  'import_too_large',
  'import_too_long',
  'import_too_wide',
  'imports_full',
] as const;

export const transferCalls = {
  exportApplications: {
    group: 'Applications',
    summary: 'Download the list as a spreadsheet',
    text: `What the list shows with its filter, search and order: the fields of the form, status, dates and id. Every cell is a text: nothing in it is computed by a spreadsheet, and in CSV what begins like a formula has an apostrophe before it. A sheet of XLSX or ODS holds ${limits.sheetRowsMax.toLocaleString('en')} rows. The export is an entry of the audit log.`,
    json: { schema: applicationExport, notes: exportNotes },
    success: { status: 200, text: 'The file.', types: Object.values(spreadsheetFormats).map(mediaType) },
    errors: ['export_too_long'],
    fieldErrors: { invalid_filter: ['late', 'past'] },
  },
  imports: {
    group: 'Applications',
    summary: 'List the imports',
    text: `The newest ${limits.importsListedMax} of all staff, newest first. The stored rows of a file are deleted ${limits.importDays} days after it was uploaded, and after ${notImportedHours} hours where nothing was imported; an import or an undo that is under way is finished first.`,
    success: { status: 200, text: 'The imports.' },
  },
  addImport: {
    group: 'Applications',
    summary: 'Upload a spreadsheet to import',
    text: `Reads the first sheet into rows, and guesses from the headings which field each column holds. Nothing is added yet. At most ${limits.importRowsMax.toLocaleString('en')} rows and ${limits.importColumnsMax} columns.`,
    form: {
      schema: importUpload,
      notes: { fileName: { description: 'What to call it in the list.', examples: ['march.xlsx'] } },
      files: {
        file: {
          description: `The spreadsheet: XLSX, ODS or CSV, up to ${megabytes(limits.importBytesMax)} MB.`,
          bytesMax: limits.importBytesMax,
          tooLarge: 'import_too_large',
          isRequired: true,
          other: { types: Object.values(spreadsheetFormats).map(mediaType).join(', '), errors: fileErrors },
        },
      },
    },
    success: {
      status: 201,
      text: `The import, with its first rows. Of a heading or a cell this and other answers have the first ${shownLengthMax} characters, with an ellipsis if there are more.`,
    },
  },
  importRun: {
    group: 'Applications',
    summary: 'Read an import',
    params: importId,
    success: { status: 200, text: 'The import and its progress.' },
    errors: ['not_found'],
  },
  deleteImport: {
    group: 'Applications',
    summary: 'Remove an import',
    text: 'The stored rows of its file are deleted; the applications made from them stay.',
    params: importId,
    success: { status: 204, text: 'Removed.' },
    errors: ['not_found', 'import_state'],
  },
  checkImport: {
    group: 'Applications',
    summary: 'Check every row',
    text: 'A dry run in the background, by the rules of a new application, against the file itself and against all applications. Nothing is added. It can be repeated with other columns.',
    params: importId,
    json: {
      schema: importCheck,
      notes: {
        columns: {
          description: 'The field of each column of the file, or null. Every field of the form needs one.',
          examples: [['surname', 'givenN', null]],
        },
        dateOrder: {
          description:
            'Whether 05/01/1990 is day first (`dmy`) or month first (`mdy`). Without it, a date that could be either is refused.',
        },
      },
    },
    success: { status: 200, text: 'The check has begun.' },
    errors: ['not_found', 'import_state'],
    fieldErrors: {
      invalid_import_columns: ['columns'],
      import_column_twice: ['columns'],
      import_fields_missing: ['columns'],
    },
  },
  startImport: {
    group: 'Applications',
    summary: 'Import the rows that are ready',
    text: 'In the background; a restart does not end it. The applications have no photo yet. An import ends early when the account that began it is suspended or deleted; then anybody can start the rows that are left.',
    params: importId,
    success: { status: 200, text: 'The import has begun.' },
    errors: ['not_found', 'import_state'],
  },
  undoImport: {
    group: 'Applications',
    summary: 'Undo an import',
    text: 'In the background. Each application that nobody has touched since is removed for good; one that somebody changed, decided on, added a note to or assigned is kept; one that somebody deleted cannot be undone.',
    params: importId,
    success: { status: 200, text: 'The undo has begun.' },
    errors: ['not_found', 'import_state'],
  },
  importReport: {
    group: 'Applications',
    summary: 'Download the rows with problems',
    text: 'With the columns of the file, the number of each row in it, and why, so that they can be corrected there and imported again. After an import that ended early it has the rows that are left, too. It is recorded in the audit log.',
    params: importId,
    json: { schema: importReportRequest, notes: { form: formNote } },
    success: { status: 200, text: 'The file.', types: Object.values(spreadsheetFormats).map(mediaType) },
    errors: ['not_found'],
  },
} satisfies Record<string, CallDescription>;
