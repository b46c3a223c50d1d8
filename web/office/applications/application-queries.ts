/**
 * What the office remembers of applications, under which keys, and what a change makes stale.
 * Hides the walk: pages asked for after the first one are those of the same moment, so that
 * nobody is seen twice or missed while others work on the list.
 */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Application, ApplicationList } from '../../../contract/answers.ts';
import type { ListQuery } from '../../../contract/application.ts';
import { pathOf } from '../../../contract/client.ts';
import { limits } from '../../../contract/limits.ts';
import type { Status } from '../../../contract/status.ts';
import { answerOf, CallFailed } from '../calls/api.ts';

/** What narrows and orders the list. */
export interface ListFilters {
  status?: Status | undefined;
  sort?: ListQuery['sort'] | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** Days of arrival in Dhaka. */
  from?: string | undefined;
  to?: string | undefined;
  late?: boolean | undefined;
  collect?: string | undefined;
  guessed?: boolean | undefined;
  deleted?: boolean | undefined;
  search?: string | undefined;
}

/** An answer with the question, which the screen may have left behind while it waits for the next. */
export interface ApplicationPage extends ApplicationList {
  asked: ListFilters & { page: number };
}

const all = ['applications'] as const;
const walks = [...all, 'walk'] as const;

const questionOf = ({ late, guessed, deleted, search, ...rest }: ListFilters, page: number, limit: number) => {
  const flag = (isOn: boolean | undefined) => (isOn ? '1' : undefined);
  const flags = { late: flag(late), guessed: flag(guessed), deleted: flag(deleted) };
  return { page, limit, search: search || undefined, ...rest, ...flags };
};

/** Where a page of the list comes from, for whoever sends for it before the list is there. */
export const applicationsPath = ({ page, ...filters }: ListFilters & { page: number }) =>
  pathOf('applications', { query: questionOf(filters, page, limits.pageSize) });

/** A page of the list; while the next one is on its way, the one before stays in its place. */
export const applicationsQuery = ({
  page = 1,
  limit = limits.pageSize,
  ...filters
}: ListFilters & { page?: number; limit?: number } = {}) =>
  queryOptions({
    queryKey: [...all, 'list', filters, page, limit],
    queryFn: async ({ signal, client }): Promise<ApplicationPage> => {
      const query = questionOf(filters, page, limit);
      // What is searched for is a passport, which stands in no address; all else may, and is preloaded by it.
      const ask = (asOf?: number) =>
        query.search
          ? answerOf('searchApplications', { json: { ...query, asOf }, signal })
          : answerOf('applications', { query: { ...query, asOf }, signal });
      // Forgotten like any unused query, some minutes later: then the list is that of a new moment.
      const walk = [...walks, filters, limit];
      const asOf = page === 1 ? undefined : client.getQueryData<number>(walk);
      const answer = await ask(asOf).catch((error: unknown) => {
        const isTooOld = asOf !== undefined && error instanceof CallFailed && error.body.errorCodes?.asOf;
        if (isTooOld) return ask();
        throw error;
      });
      client.setQueryData(walk, answer.asOf);
      return { ...answer, asked: { ...filters, page } };
    },
    placeholderData: keepPreviousData,
  });

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: ({ signal }) => answerOf('application', { params: { id }, signal }),
  });

/** What changes of the record replaced. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'versions', id],
    queryFn: ({ signal }) => answerOf('versions', { params: { id }, signal }),
  });

export const summaryQuery = queryOptions({
  queryKey: [...all, 'summary'],
  queryFn: ({ signal }) => answerOf('applicationSummary', { signal }),
});

/**
 * After anything was added, changed, decided, deleted or restored: every list, number and record
 * is asked for anew, what is on the screen at once. Resolves when that has come.
 */
export function applicationsChanged(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ queryKey: walks });
  return queryClient.invalidateQueries({ queryKey: all });
}

/** How an applicant is called in a list and in a question: the flag of the specification takes the given name's place. */
export function nameOf({ isAdmin, givenN, surname }: Pick<Application, 'isAdmin' | 'givenN' | 'surname'>): string {
  return `${isAdmin ? 'Admin' : givenN} ${surname}`;
}
