/** The content of a view that is saved from what the list shows. */
import { queryOf } from '../application-queries.ts';
import { displayOf, filtersOf, type ListState } from '../list/list-state.ts';
import type { ListDisplay } from '../list-display.ts';

export function contentOf(state: ListState, display: ListDisplay) {
  const { columns, pageSize: limit } = displayOf(state, display);
  const { search: _, ...filters } = filtersOf(state);
  return { query: { ...queryOf(filters), limit }, columns };
}
