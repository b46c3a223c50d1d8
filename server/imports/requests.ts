/** The requests of imports. */
import { z } from 'zod';
import { type FormField, formFieldNames } from '../../contract/application-form.ts';
import { dateOrders } from '../../contract/import.ts';
import { limits } from '../../contract/limits.ts';
import { plainText } from '../../contract/text.ts';
import { applicationExport } from '../applications/requests.ts';

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

export const importReportRequest = applicationExport.pick({ form: true });
