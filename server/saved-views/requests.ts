/** The requests that save and change a view. */
import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import { limits } from '../../contract/limits.ts';
import { listColumns } from '../../contract/list-columns.ts';
import { listQuery } from '../applications/requests.ts';

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
