/** The location of the audit log: page and filters are in the URL, the search text in the history state. */
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type AuditAction, auditActionNames, changesOnly, systemActor } from '../../../contract/audit.ts';
import { isCalendarDate } from '../../../contract/dates.ts';
import { isId } from '../../../contract/id.ts';
import { pageIn } from '../frame/page-in-url.ts';
import type { AuditFilter } from './audit-queries.ts';

const inUrl = ['user', 'record', 'action', 'from', 'to'] as const;

interface AuditLocation {
  filter: AuditFilter;
  page: number;
  /** Sets the filter and goes to the first page. */
  setFilter: (filter: AuditFilter) => void;
  pathOf: (page: number) => string;
  /** The history state for a link within the log. */
  state: { search: string } | null;
}

export function useAuditLocation(): AuditLocation {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const search = typeof state?.search === 'string' ? state.search : undefined;
  const validParam = (name: string, isValid: (value: string) => boolean) => {
    const value = params.get(name) ?? '';
    return value && isValid(value) ? value : undefined;
  };
  return {
    filter: {
      user: validParam('user', (value) => value === systemActor || isId(value)),
      record: validParam('record', () => true),
      action: validParam('action', (value) => value === changesOnly || auditActionNames.includes(value as AuditAction)),
      from: validParam('from', isCalendarDate),
      to: validParam('to', isCalendarDate),
      search,
    },
    page: pageIn(params),
    setFilter: (filter) => {
      const next = new URLSearchParams();
      for (const name of inUrl) if (filter[name]) next.set(name, filter[name]);
      const nextState = filter.search ? { search: filter.search } : null;
      void navigate({ search: next.toString() }, { state: nextState, preventScrollReset: true });
    },
    pathOf: (page) => {
      const next = new URLSearchParams(params);
      next.delete('page');
      if (page > 1) next.set('page', String(page));
      return `?${next}`;
    },
    state: search ? { search } : null,
  };
}
