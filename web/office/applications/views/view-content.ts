/** What a view would keep of what the list shows now. */
import type { ListLooks } from '../../../../contract/list-looks.ts';
import { questionOf } from '../application-queries.ts';
import { filtersOf, type ListState, looksOf } from '../list/list-state.ts';

export function contentOf(state: ListState, kept: ListLooks) {
  const { columns, pageSize: limit } = looksOf(state, kept);
  const { search: _, ...filters } = filtersOf(state);
  return { query: { ...questionOf(filters), limit }, columns };
}
