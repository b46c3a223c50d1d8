/** The content of a view that is saved from what the list shows. */
import { queryOf } from '../application-queries.ts';
import { filtersOf, type ListState, looksOf } from '../list/list-state.ts';
import type { ListLooks } from '../list-looks.ts';

export function contentOf(state: ListState, looks: ListLooks) {
  const { columns, pageSize: limit } = looksOf(state, looks);
  const { search: _, ...filters } = filtersOf(state);
  return { query: { ...queryOf(filters), limit }, columns };
}
