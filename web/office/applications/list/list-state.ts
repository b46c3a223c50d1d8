/**
 * The state of the list. Page, order and filters are in the URL. The search text may identify a person and is therefore
 * in the history state, as is the id of the chosen view. Going back and reloading restore all of it.
 */
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { sortFields } from '../../../../contract/application-form.ts';
import { nobody, oneself } from '../../../../contract/assigning.ts';
import { isCalendarDate } from '../../../../contract/dates.ts';
import { isId } from '../../../../contract/id.ts';
import { columnsIn, columnsText, type ListColumn } from '../../../../contract/list-columns.ts';
import { statuses, undecidedStatus } from '../../../../contract/status.ts';
import { pageIn } from '../../frame/page-in-url.ts';
import { useShownAhead } from '../../frame/shown-ahead.ts';
import type { ListFilters, ListRequest } from '../application-queries.ts';
import { type ListDisplay, type PageSize, pageSizeIn } from '../list-display.ts';

export type SortField = (typeof sortFields)[number];
export interface ListState extends ListFilters {
  page: number;
  /** The display of a saved view; without it the one that the user has chosen applies. */
  limit?: PageSize | undefined;
  columns?: readonly ListColumn[] | undefined;
  /** The id of the chosen view. */
  view?: string | undefined;
}

export interface ListLocation {
  state: ListState;
  /** Goes to the first page unless the changes have a page. */
  change: (changes: Partial<ListState>, options?: { replace?: boolean }) => void;
  clear: () => void;
  /** How often the filters were cleared; as a key it also empties a field whose invalid text filters nothing. */
  clearings: number;
}

const dates = ['from', 'to', 'collect'] as const;
/** The filters that are on or off, in the order of the URL. */
const flags = ['late', 'guessed', 'deleted', 'past', 'missing'] as const;
export type FlagFilter = (typeof flags)[number];
export type CollapsedFilter = (typeof dates)[number] | FlagFilter | 'assigned';
const isAssignee = (text: string) => text === oneself || text === nobody || isId(text);

/** The order of a newly chosen column: newest first, or alphabetical. */
export const defaultOrder = (sort: SortField) => (sort === 'createdAt' ? 'desc' : 'asc');

/** By which field the list is sorted, and in which order. */
export function sortingOf({ sort = 'createdAt', order = defaultOrder(sort) }: ListState) {
  return { sort, order };
}

/** The display of the list: the one in the address, otherwise the one that the user has chosen. */
export function displayOf({ limit, columns }: ListState, chosen: ListDisplay): ListDisplay {
  return { ...chosen, ...(limit && { pageSize: limit }), ...(columns && { columns }) };
}

/** The part of the state that selects and sorts the applications. */
export const filtersOf = ({ page: _, limit: __, columns: ___, view: ____, ...filters }: ListState): ListFilters =>
  filters;

/** The request for the page of the list that a state shows. */
export function requestOf(state: ListState, { pageSize }: ListDisplay): ListRequest {
  return { ...filtersOf(state), page: state.page, limit: state.limit ?? pageSize };
}

export function useListLocation(): ListLocation {
  const { search: inUrl, state: inHistory } = useLocation();
  const navigate = useNavigate();
  const [state, show] = useShownAhead(stateOf(inUrl, inHistory));
  const [clearings, setClearings] = useState(0);
  const goTo = (next: ListState, replace = false) => {
    const url = writeUrl(next);
    show(stateOf(url, next));
    void navigate({ search: url }, { state: historyOf(next), replace, preventScrollReset: true });
  };
  return {
    state,
    change: (changes, { replace } = {}) => {
      const next = { ...state, page: 1, ...changes };
      // Late applications are undecided, so the two filters exclude each other.
      if (changes.late) next.status = undefined;
      else if (changes.status && changes.status !== undecidedStatus) next.late = undefined;
      goTo(next, replace);
    },
    clearings,
    clear: () => {
      setClearings((count) => count + 1);
      const { sort, order, limit, columns, view } = state;
      goTo({ page: 1, sort, order, limit, columns, view });
    },
  };
}

/** The properties of a link to a list. */
export function listAddress(state: ListState): { to: string; state: HistoryState } {
  const url = writeUrl(state);
  return { to: url ? `/application?${url}` : '/application', state: historyOf(state) };
}

/** Whether a search or a filter is active. */
export function isNarrowed(state: ListState): boolean {
  const { sort: _, order: __, ...filters } = filtersOf(state);
  return Object.values(filters).some(Boolean);
}

type HistoryState = Pick<ListState, 'search' | 'view'>;
const historyOf = ({ search, view }: ListState): HistoryState => ({ search, view });

/** The history may have been written by an older release. */
function stateOf(url: string, inHistory: { [name in keyof HistoryState]: unknown } | null): ListState {
  const { search, view } = inHistory ?? {};
  return { ...readUrl(url), search: `${search ?? ''}` || undefined, view: view as string | undefined };
}

/** Unknown values in the URL are ignored. */
export function readUrl(text: string): ListState {
  const params = new URLSearchParams(text);
  const oneOf = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === params.get(name));
  const state: ListState = { page: pageIn(params) };
  const status = oneOf('status', statuses);
  const sort = oneOf('sort', sortFields);
  const order = oneOf('order', ['asc', 'desc']);
  if (sort && sort !== 'createdAt') state.sort = sort;
  if (order && order !== defaultOrder(sort ?? 'createdAt')) state.order = order;
  for (const name of flags) if (params.get(name) === '1') state[name] = true;
  const assigned = params.get('assigned') ?? '';
  if (isAssignee(assigned)) state.assigned = assigned;
  if (status && (!state.late || status === undecidedStatus)) state.status = status;
  for (const name of dates) {
    const value = params.get(name) ?? '';
    if (isCalendarDate(value)) state[name] = value;
  }
  const limit = pageSizeIn(params.get('limit') ?? '');
  if (limit) state.limit = limit;
  const columns = params.get('columns');
  if (columns !== null) state.columns = columnsIn(columns);
  return state;
}

export function writeUrl(state: ListState): string {
  const { page, status, sort, order, assigned, limit, columns } = state;
  const params = new URLSearchParams();
  const set = (name: string, value: string | undefined) => value && params.set(name, value);
  set('status', status);
  for (const name of flags) set(name, state[name] ? '1' : undefined);
  set('assigned', assigned);
  for (const name of dates) set(name, state[name]);
  set('sort', sort === 'createdAt' ? undefined : sort);
  set('order', order === defaultOrder(sort ?? 'createdAt') ? undefined : order);
  set('limit', limit && String(limit));
  if (columns) params.set('columns', columnsText(columns));
  set('page', page > 1 ? String(page) : undefined);
  return params.toString();
}
