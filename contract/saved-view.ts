/** Views of the list that the staff share by name: a filter, an order, columns and the size of a page. */
import { z } from 'zod';
import { id } from './answer-parts.ts';
import { listQuery } from './application.ts';
import { text } from './fields.ts';
import { limits } from './limits.ts';
import { listColumns } from './list-looks.ts';

/** A view has no search text, since that may be a passport, and neither page nor `asOf`. */
const viewQuery = listQuery.omit({ page: true, search: true, asOf: true });

const name = text('invalid_view_name', 1, limits.viewNameLengthMax);

const columns = z
  .array(z.enum(listColumns, { error: 'invalid_columns' }), { error: 'invalid_columns' })
  .max(listColumns.length, { error: 'invalid_columns' });

export const newView = viewQuery.extend({ name, columns });

/** Fields that are not sent stay; a query replaces the former one as a whole. */
export const viewChange = z.object({
  name: name.optional(),
  query: z.object(viewQuery.shape, { error: 'invalid_filter' }).optional(),
  columns: columns.optional(),
});

export const savedView = z.strictObject({
  _id: id,
  name: z.string(),
  /** The names and values of the list's query. */
  query: z.record(z.string(), z.string()),
  columns: z.array(z.enum(listColumns)),
  by: z.string(),
  /** Whether the caller may change and delete it. */
  mayChange: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;
