/** What the office remembers of the audit log. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf } from '../calls/api.ts';

export interface AuditFilter {
  user?: string | undefined;
  record?: string | undefined;
  page: number;
}

/** A page of it; while the next one is on its way, the one before stays in its place. */
export const auditQuery = ({ user, record, page }: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', user, record, page],
    queryFn: ({ signal }) => answerOf('audit', { query: { user, record, page }, signal }),
    placeholderData: keepPreviousData,
  });
