/** The cached pages of the audit log. */
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

/** A page of the log, requested by POST, so that no passport is in a URL. The previous page is shown while it loads. */
export const auditQuery = (filter: AuditFilter & { page: number }) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => answerOf('searchAudit', { json: filter, signal }),
    placeholderData: keepPreviousData,
    // What was read or changed a moment ago is already in the log.
    staleTime: 0,
  });

/** The Merkle tree at its latest checkpoint. */
export const treeQuery = queryOptions({
  queryKey: ['audit tree'],
  queryFn: ({ signal }) => answerOf('auditTree', { signal }),
});

export const peopleQuery = queryOptions({
  queryKey: ['audit people'],
  queryFn: ({ signal }) => answerOf('auditPeople', { signal }),
});
