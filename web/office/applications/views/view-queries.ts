/** The saved views of the list, which all staff share, and the state of the list that each of them opens. */
import { queryOptions } from '@tanstack/react-query';
import type { SavedView } from '../../../../contract/work-answers.ts';
import { answerOf } from '../../calls/api.ts';
import { displayOf, type ListState, readUrl, writeUrl } from '../list/list-state.ts';
import type { ListDisplay } from '../list-display.ts';

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => answerOf('views', { signal }),
});

export function viewState({ _id: view, query, columns }: SavedView): ListState {
  return { ...readUrl(new URLSearchParams(query).toString()), page: 1, columns, view };
}

/** Whether the list shows the view, on whatever page. */
export function isShown(view: SavedView, state: ListState, display: ListDisplay): boolean {
  if (state.search) return false;
  const { pageSize: limit, columns } = displayOf(state, display);
  return writeUrl({ ...state, limit, columns, page: 1 }) === writeUrl(viewState(view));
}
