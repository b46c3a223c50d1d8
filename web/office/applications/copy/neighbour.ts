/**
 * Finds the file before or after another one in the list that it was opened from, across the edges of pages. The list may
 * have changed meanwhile: a file that was decided may have left it, others may have arrived.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ListedApplication } from '../../../../contract/answers.ts';
import { type ApplicationPage, applicationsQuery } from '../application-queries.ts';
import type { CameFrom } from '../came-from.ts';

export interface Neighbour {
  file: ListedApplication;
  list: CameFrom;
  /** Its number in the list, from 1, and of how many. */
  number: number;
  total: number;
}

/** A page stays as it was seen until something was changed here; otherwise files would move while one reads. */
export const seenPage = (place: CameFrom['place']) => ({
  ...applicationsQuery(place),
  staleTime: Number.POSITIVE_INFINITY,
});

export async function neighbourOf(
  queryClient: QueryClient,
  { id, list, by }: { id: string; list: CameFrom; by: 1 | -1 },
): Promise<Neighbour | null> {
  const page = await queryClient.fetchQuery(seenPage(list.place));
  const at = placeBeside(idsOf(page), list.ids, id, by);
  const here = neighbourAt(page, at);
  if (here) return here;
  const number = list.place.page + by;
  if (number < 1 || number > page.totalPages) return null;
  const other = await queryClient.fetchQuery(seenPage({ ...list.place, page: number }));
  // After an arrival at the top the next page begins with a file that was just seen.
  const isNew = ({ _id }: ListedApplication) => _id !== id && !list.ids.includes(_id);
  const { applications } = other;
  return neighbourAt(other, by > 0 ? applications.findIndex(isNew) : applications.findLastIndex(isNew));
}

/** The number of a file in its list, from 1; null where it is not in it, or not any more. */
export function numberOf(page: ApplicationPage, id: string): number | null {
  const at = idsOf(page).indexOf(id);
  return at < 0 ? null : numberAt(page, at);
}

const idsOf = ({ applications }: ApplicationPage) => applications.map(({ _id }) => _id);
const numberAt = ({ asked }: ApplicationPage, at: number) => (asked.page - 1) * asked.limit + at + 1;

function neighbourAt(page: ApplicationPage, at: number): Neighbour | null {
  const file = page.applications[at];
  if (!file) return null;
  const { asked, totalApplication: total } = page;
  return { file, list: { place: asked, ids: idsOf(page) }, number: numberAt(page, at), total };
}

/** The index beside a file; where it has left the page, beside those that stood next to it. */
function placeBeside(ids: string[], seen: readonly string[], id: string, by: 1 | -1): number {
  const at = ids.indexOf(id);
  if (at >= 0) return at + by;
  const was = seen.indexOf(id);
  const isHere = (other: string) => ids.includes(other);
  const before = seen.slice(0, was).findLast(isHere);
  const after = seen.slice(was + 1).find(isHere);
  if (after !== undefined) return by > 0 ? ids.indexOf(after) : ids.indexOf(after) - 1;
  const last = before === undefined ? -1 : ids.indexOf(before);
  return by > 0 ? last + 1 : last;
}
