/** The requests of exports and imports of applications. */
import { z } from 'zod';
import { findRequest } from './application.ts';
import { type FormField, formFieldNames } from './application-form.ts';
import { idOf } from './fields.ts';
import { dateOrders } from './import.ts';
import { languageNames } from './language.ts';
import { limits } from './limits.ts';
import { spreadsheetFormNames } from './spreadsheet-form.ts';
import { plainText } from './text.ts';

const spreadsheetForm = z.enum(spreadsheetFormNames, { error: 'invalid_form' });

/** Exports the records that the filter of the list matches, in its order; or the named records, whatever the filter. */
export const applicationExport = findRequest.omit({ page: true, limit: true, asOf: true }).extend({
  form: spreadsheetForm,
  language: z.enum(languageNames, { error: 'invalid_form' }).default(languageNames[0]),
  ids: z
    .array(idOf('invalid_id'), { error: 'invalid_id' })
    .min(1, { error: 'invalid_id' })
    .max(limits.exportedIdsMax, { error: 'invalid_id' })
    .optional(),
});
export type ApplicationExport = z.output<typeof applicationExport>;

export const importUpload = z.object({
  fileName: z
    .string({ error: 'invalid_file_name' })
    .max(limits.importFileNameLengthMax, { error: 'invalid_file_name' })
    .transform((name) => plainText(name, limits.importFileNameLengthMax))
    .default(''),
});

/** The field of each column of the file, and the order of day and month in its dates. */
export const importCheck = z.object({
  columns: z
    .array(z.enum(formFieldNames as [FormField, ...FormField[]], { error: 'invalid_import_columns' }).nullable(), {
      error: 'invalid_import_columns',
    })
    .max(limits.importColumnsMax, { error: 'invalid_import_columns' }),
  dateOrder: z.enum(dateOrders, { error: 'invalid_date_order' }).nullable().optional(),
});

export const importReportRequest = z.object({ form: spreadsheetForm });
