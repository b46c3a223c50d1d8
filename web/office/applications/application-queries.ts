/**
 * The cached queries of applications, their invalidation, and an application's name and paths. Later pages of a list
 * are requested as of the moment of the first one (`asOf`), so that no application is shown twice or missed while
 * others are added.
 */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answers, Application } from '../../../contract/answers.ts';
import type { sortFields } from '../../../contract/application-form.ts';
import { pathOf } from '../../../contract/client.ts';
import { limits } from '../../../contract/limits.ts';
import type { Status } from '../../../contract/status.ts';
import { useTexts } from '../../texts/office/frame.ts';
import { answerOf, CallFailed } from '../calls/api.ts';
import type { PageSize } from './list-display.ts';

/** The filters and the order of the list. */
export interface ListFilters {
  status?: Status | undefined;
  sort?: (typeof sortFields)[number] | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** The first and last day of arrival, in Dhaka. */
  from?: string | undefined;
  to?: string | undefined;
  late?: boolean | undefined;
  collect?: string | undefined;
  guessed?: boolean | undefined;
  deleted?: boolean | undefined;
  past?: boolean | undefined;
  /** Only applications that lack a document. */
  missing?: boolean | undefined;
  /** An account's id, or `me` or `nobody`. */
  assigned?: string | undefined;
  search?: string | undefined;
}

export interface ListRequest extends ListFilters {
  page: number;
  limit: PageSize;
}

/** A page of the list with its request, since the screen shows the previous page while the next one loads. */
export type ApplicationPage = Answers['applications'] & { request: ListRequest };

const all = ['applications'] as const;
const lists = [...all, 'list'] as const;
const asOfKeys = [...all, 'asOfKey'] as const;

/** The filters as the API names them. */
export const queryOf = ({ late, guessed, deleted, past, missing, search, ...others }: ListFilters) => {
  const flag = (isOn: boolean | undefined) => (isOn ? '1' : undefined);
  const flags = { late: flag(late), guessed: flag(guessed), deleted: flag(deleted) };
  return { find: search || undefined, ...others, ...flags, past: flag(past), missing: flag(missing) };
};

/** The URL of a page of the list, also used to preload it. */
export const applicationsPath = ({ page, limit, ...filters }: ListRequest) =>
  pathOf('applications', { query: { page, limit, ...queryOf(filters) } });

export const applicationsQuery = ({ page = 1, limit = limits.pageSize, ...filters }: Partial<ListRequest> = {}) =>
  queryOptions({
    queryKey: [...lists, filters, page, limit],
    queryFn: async ({ signal, client }): Promise<ApplicationPage> => {
      const fetchPage = (asOf?: number) => pageOf({ page, limit, ...queryOf(filters), asOf }, signal);
      // The moment is removed with the unused query after some minutes; the list then starts at a new one.
      const asOfKey = [...asOfKeys, filters, limit];
      const asOf = page === 1 ? undefined : client.getQueryData<number>(asOfKey);
      const answer = await fetchPage(asOf).catch((error: unknown) => {
        const isTooOld = asOf !== undefined && error instanceof CallFailed && error.body.errorCodes?.asOf;
        if (!isTooOld) throw error;
        // The cached pages are of a moment that is no longer known, and would not join this one.
        void client.invalidateQueries({ queryKey: lists, refetchType: 'none' });
        return fetchPage();
      });
      client.setQueryData(asOfKey, answer.asOf);
      return { ...answer, request: { ...filters, page, limit } };
    },
    placeholderData: keepPreviousData,
  });

/** How many applications the filters find, without a new moment for the pages of the list. */
export const applicationCountQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: [...lists, filters, 'count'],
    queryFn: async ({ signal }) => (await pageOf({ limit: 1, ...queryOf(filters) }, signal)).totalApplication,
  });

/**
 * A search text may identify a person and must not be in a URL, so it is sent by POST. Other lists use GET, which can
 * be preloaded.
 */
function pageOf(
  query: ReturnType<typeof queryOf> & { page?: number; limit: number; asOf?: number | undefined },
  signal: AbortSignal,
): Promise<Answers['applications']> {
  return query.find
    ? answerOf('searchApplications', { json: query, signal })
    : answerOf('applications', { query, signal });
}

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: ({ signal }) => answerOf('application', { params: { id }, signal }),
  });

/** The former values of a record. */
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
 * Invalidates every list, total and application after one of them has changed. It resolves when those on the screen are
 * reloaded.
 */
export function invalidateApplications(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ queryKey: asOfKeys });
  return queryClient.invalidateQueries({ queryKey: all });
}

/** The address of an application's screen. */
export const recordPath = (id: string) => `/userView?${new URLSearchParams({ id })}`;

/** The address of the form that edits an application. */
export const editPath = (id: string) => `/editApplication?${new URLSearchParams({ id })}`;

type Named = Pick<Application, 'isAdmin' | 'givenN' | 'surname'>;

/** The given name in lists and dialogues; the specification's flag replaces it. */
export function useGivenNameOf(): (application: Named) => string {
  const { t } = useTexts();
  return ({ isAdmin, givenN }) => (isAdmin ? t('role.admin') : givenN);
}

export function useNameOf(): (application: Named) => string {
  const givenNameOf = useGivenNameOf();
  return (application) => `${givenNameOf(application)} ${application.surname}`;
}
