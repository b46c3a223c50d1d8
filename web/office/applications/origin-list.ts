/**
 * The list that an application was opened from, so that its page can lead to the next one and back. It is kept in the
 * history state and never in a URL, since its search text may be a passport number.
 */
import { createContext, useContext } from 'react';
import type { ListRequest } from './application-queries.ts';
import type { ListState } from './list/list-state.ts';

export interface OriginList extends Pick<ListState, 'columns' | 'view'> {
  request: ListRequest;
  /** The ids on that page when it was last shown, which locate an application that has left the list. */
  ids: readonly string[];
}

/** The history state of the page of an application. */
export interface CopyState {
  id: string;
  list?: OriginList | undefined;
  /** The step from its neighbour that led here: its direction, and the number of deleted applications it skipped. */
  step?: { by: 1 | -1; skipped: number } | undefined;
  /** It was just decided, so the next one is offered. */
  isDecided?: boolean | undefined;
}

const OriginContext = createContext<OriginList | undefined>(undefined);
/** Provided by the list around its rows. */
export const OriginListProvider = OriginContext.Provider;

/** The history state of a link in the list that opens an application. */
export function useCopyState(): (id: string) => CopyState {
  const list = useContext(OriginContext);
  return (id) => (list ? { id, list } : { id });
}
