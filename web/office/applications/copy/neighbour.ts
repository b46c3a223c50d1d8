/**
 * Finds the application before or after another one in the list that it was opened from, across the edges of pages. The
 * list may have changed meanwhile: a decided application may have left it, others may have arrived.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ListedApplication } from '../../../../contract/answers.ts';
import { type ApplicationPage, applicationsQuery, type ListRequest } from '../application-queries.ts';
import type { OriginList } from '../origin-list.ts';

export interface Neighbour {
  application: ListedApplication;
  list: OriginList;
  /** Its number in the list, from 1. */
  number: number;
  total: number;
}

/** A page never becomes stale by itself: applications would otherwise change their numbers while the user reads. */
export const cachedPage = (request: ListRequest) => ({
  ...applicationsQuery(request),
  staleTime: Number.POSITIVE_INFINITY,
});

export async function neighbourOf(
  queryClient: QueryClient,
  { id, list, by }: { id: string; list: OriginList; by: 1 | -1 },
): Promise<Neighbour | null> {
  const page = await queryClient.fetchQuery(cachedPage(list.request));
  const onPage = neighbourAt(page, indexBeside(idsOf(page), list.ids, id, by), list);
  if (onPage) return onPage;
  const number = list.request.page + by;
  if (number < 1 || number > page.totalPages) return null;
  const otherPage = await queryClient.fetchQuery(cachedPage({ ...list.request, page: number }));
  // The list had to begin again, because records are gone for good; those after them have moved up to this page.
  if (queryClient.getQueryState(cachedPage(list.request).queryKey)?.isInvalidated) {
    return neighbourOf(queryClient, { id, list, by });
  }
  // After an arrival at the top, the next page begins with an application that was on this one.
  const isNew = ({ _id }: ListedApplication) => _id !== id && !list.ids.includes(_id);
  const { applications } = otherPage;
  const index = by > 0 ? applications.findIndex(isNew) : applications.findLastIndex(isNew);
  return neighbourAt(otherPage, index, list);
}

/** The number of an application in its list, from 1; null if it is not on the page. */
export function numberOf(page: ApplicationPage, id: string): number | null {
  const index = idsOf(page).indexOf(id);
  return index < 0 ? null : numberAt(page, index);
}

const idsOf = ({ applications }: ApplicationPage) => applications.map(({ _id }) => _id);
const numberAt = ({ request }: ApplicationPage, index: number) => (request.page - 1) * request.limit + index + 1;

function neighbourAt(page: ApplicationPage, index: number, origin: OriginList): Neighbour | null {
  const application = page.applications[index];
  if (!application) return null;
  const { request, totalApplication: total } = page;
  const list = { ...origin, request, ids: idsOf(page) };
  return { application, list, number: numberAt(page, index), total };
}

/** The index beside an application; if it has left the page, the index beside its former neighbours. */
function indexBeside(ids: string[], formerIds: readonly string[], id: string, by: 1 | -1): number {
  const index = ids.indexOf(id);
  if (index >= 0) return index + by;
  const formerIndex = formerIds.indexOf(id);
  const isOnPage = (other: string) => ids.includes(other);
  const before = formerIds.slice(0, formerIndex).findLast(isOnPage);
  const after = formerIds.slice(formerIndex + 1).find(isOnPage);
  if (after !== undefined) return by > 0 ? ids.indexOf(after) : ids.indexOf(after) - 1;
  const last = before === undefined ? -1 : ids.indexOf(before);
  return by > 0 ? last + 1 : last;
}
