/** What the API says of exports. */
import { z } from 'zod';
import { spreadsheetFormNames } from './spreadsheet-form.ts';

/** What an export took away: how many records, in which form, and by which filters, without the text of a search. */
export const exportDetail = z.strictObject({
  rows: z.int().min(0),
  form: z.enum(spreadsheetFormNames),
  filter: z.record(z.string(), z.string()),
});
export type ExportDetail = z.output<typeof exportDetail>;
