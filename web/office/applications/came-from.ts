/**
 * The list that a file was opened from, so that the next file is the next of that list. It is kept in the history state
 * and never in a URL, since its search text may be a passport number.
 */
import { createContext, useContext } from 'react';
import type { PageSize } from '../../../contract/list-looks.ts';
import type { ListFilters } from './application-queries.ts';

export interface CameFrom {
  place: ListFilters & { page: number; limit: PageSize };
  /** The files of that page when it was seen last; they tell where a file was that has left the list. */
  ids: readonly string[];
}

/** What the history keeps of an opened file. */
export interface FileState {
  id: string;
  list?: CameFrom | undefined;
  /** It was reached from its neighbour: in which direction, and past how many files that were deleted meanwhile. */
  step?: { by: 1 | -1; skipped: number } | undefined;
  /** It was just decided, so the next one is offered. */
  isDecided?: boolean | undefined;
}

const FromContext = createContext<CameFrom | undefined>(undefined);
/** Provided by the list around its rows. */
export const CameFromProvider = FromContext.Provider;

/** The history state of a link in the list that opens a file. */
export function useFileState(): (id: string) => FileState {
  const list = useContext(FromContext);
  return (id) => (list ? { id, list } : { id });
}

/** What the history holds, or nothing where another part of the office or an older release has written it. */
export function fileStateOf(state: unknown): Partial<FileState> {
  if (typeof state !== 'object' || state === null) return {};
  const { list, ...rest } = state as Partial<FileState>;
  const isList = typeof list?.place?.page === 'number' && Array.isArray(list.ids);
  return isList ? { ...rest, list } : rest;
}
