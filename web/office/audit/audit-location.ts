/** The location of the audit log: page and filters are in the URL, the search text in the history state. */
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type AuditAction, auditActionNames, changesOnly, systemActor } from '../../../contract/audit.ts';
import { isCalendarDate } from '../../../contract/dates.ts';
import { isId } from '../../../contract/id.ts';
import { pageIn } from '../frame/page-in-url.ts';
import { useShownAhead } from '../frame/shown-ahead.ts';
import type { AuditFilter } from './audit-queries.ts';

const inUrl = ['user', 'record', 'action', 'from', 'to'] as const;

interface AuditLocation {
  filter: AuditFilter;
  page: number;
  /** Sets the filter and goes to the first page. */
  setFilter: (filter: AuditFilter) => void;
  clear: () => void;
  /** How often the filters were cleared; as a key it also empties a field whose invalid text filters nothing. */
  clearings: number;
  pathOf: (page: number) => string;
  /** The history state for a link within the log. */
  state: { search: string } | null;
}

export function useAuditLocation(): AuditLocation {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const search = typeof state?.search === 'string' ? state.search : undefined;
  const [{ filter, page }, show] = useShownAhead<{ filter: AuditFilter; page: number }>({
    filter: { ...filterIn(params), search },
    page: pageIn(params),
  });
  const stateOf = ({ search }: AuditFilter) => (search ? { search } : null);
  const [clearings, setClearings] = useState(0);
  const setFilter = (filter: AuditFilter) => {
    show({ filter, page: 1 });
    const next = new URLSearchParams();
    for (const name of inUrl) if (filter[name]) next.set(name, filter[name]);
    void navigate({ search: next.toString() }, { state: stateOf(filter), preventScrollReset: true });
  };
  return {
    filter,
    page,
    setFilter,
    clear: () => {
      setClearings((count) => count + 1);
      setFilter({});
    },
    clearings,
    pathOf: (page) => {
      const next = new URLSearchParams(params);
      next.delete('page');
      if (page > 1) next.set('page', String(page));
      return `?${next}`;
    },
    state: stateOf(filter),
  };
}

/** The filter in a URL, without the parts that no link of the office can have. */
function filterIn(params: URLSearchParams): AuditFilter {
  const valid = (name: (typeof inUrl)[number], isValid: (value: string) => boolean) => {
    const value = params.get(name) ?? '';
    return value && isValid(value) ? value : undefined;
  };
  return {
    user: valid('user', (value) => value === systemActor || isId(value)),
    record: valid('record', () => true),
    action: valid('action', (value) => value === changesOnly || auditActionNames.includes(value as AuditAction)),
    from: valid('from', isCalendarDate),
    to: valid('to', isCalendarDate),
  };
}
