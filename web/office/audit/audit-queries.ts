/** What the office remembers of the audit log. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf } from '../calls/api.ts';

export interface AuditFilter {
  user?: string | undefined;
  record?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** A name or a passport. */
  search?: string | undefined;
}

/** A page of it; while the next one is on its way, the one before stays in its place. By POST: no passport stands in a URL. */
export const auditQuery = (filter: AuditFilter & { page: number }) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => answerOf('searchAudit', { json: filter, signal }),
    placeholderData: keepPreviousData,
  });

export const peopleQuery = queryOptions({
  queryKey: ['audit people'],
  queryFn: ({ signal }) => answerOf('auditPeople', { signal }),
});
