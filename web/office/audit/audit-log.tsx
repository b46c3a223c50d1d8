/** The screen of the audit log, filtered by person, action, days and record, in pages. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { isId } from '../../../contract/id.ts';
import { limits } from '../../../contract/limits.ts';
import { longDate } from '../../texts/dates.ts';
import { useNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/audit.ts';
import sheet from '../../ui/card.module.css';
import hidden from '../../ui/visually-hidden.module.css';
import { EmptyState } from '../frame/empty-state.tsx';
import { TbChevronLeft, TbChevronRight, TbHistory } from '../frame/icons.tsx';
import { LoadFailure, OutdatedNotice } from '../frame/load-failure.tsx';
import outdated from '../frame/outdated.module.css';
import { PageHeader } from '../frame/page-header.tsx';
import table from '../frame/table.module.css';
import { AuditFilters, focusFilters } from './audit-filters.tsx';
import { useAuditLocation } from './audit-location.ts';
import styles from './audit-log.module.css';
import { auditQuery } from './audit-queries.ts';
import { AuditTree } from './audit-tree.tsx';
import { EntryRow } from './entry-row.tsx';

const waitingRows = Array.from({ length: limits.pageSize }, (_, at) => `row ${at}`);
const columns = ['at', 'actor', 'action', 'record', 'detail'] as const;

export default function AuditLog() {
  const { t, language } = useTexts();
  const { filter, page, setFilter, clear, clearings, pathOf, state } = useAuditLocation();
  const isValid = !filter.record || isId(filter.record);
  const log = useQuery({ ...auditQuery({ ...filter, page }), enabled: isValid });
  const { entries, total = 0, totalPages = 0 } = (isValid && log.data) || {};
  const number = useNumber();
  // Until the answer arrives, the entries are those of an earlier filter or page.
  const isOutdated = log.isPlaceholderData;
  const isEmpty = entries?.length === 0 && !isOutdated;
  const { from, to } = filter;
  const emptyText =
    from && to && from > to
      ? t('emptyReversed', { from: longDate(from, language), to: longDate(to, language) })
      : t('emptyText');
  const count = useRef<HTMLParagraphElement>(null);
  // The link that had the focus is gone on the first or last page, or in a log that it has narrowed.
  const focusCount = () => count.current?.focus({ preventScroll: true });
  const leaveEmpty = () => {
    if (total > 0) setFilter(filter);
    else clear();
    focusFilters();
  };

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <AuditFilters filter={filter} onChange={setFilter} onClear={clear} clearings={clearings} />
      <AuditTree filter={filter} isEmpty={!entries?.length} />
      <div className={`spread ${table.head}`}>
        <p role="status" ref={count} tabIndex={-1}>
          {entries && !isOutdated
            ? t('total', { count: total, number: number(total) })
            : isValid && !log.error && t('loading')}
        </p>
      </div>
      {isValid && log.error && !entries && <LoadFailure error={log.error} onRetry={() => log.refetch()} />}
      {isValid && log.error && entries && <OutdatedNotice onRetry={() => log.refetch()} />}
      {isEmpty && (
        <EmptyState icon={TbHistory} title={t('emptyTitle')} text={total > 0 ? t('beyond') : emptyText}>
          <Button variant="default" onClick={leaveEmpty}>
            {total > 0 ? t('toFirst') : t('clear')}
          </Button>
        </EmptyState>
      )}
      {isValid && !isEmpty && (entries || !log.error) && (
        <div className={`${sheet.card} ${table.card}`}>
          <table className={`${table.table} ${styles.log}`} aria-busy={log.isFetching}>
            <caption className={hidden.always}>{t('caption')}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className={outdated.rows} inert={isOutdated}>
              {entries?.length
                ? entries.map((entry) => (
                    <EntryRow key={entry._id} entry={entry} filter={filter} onNarrow={focusCount} />
                  ))
                : waitingRows.map((row) => (
                    <tr key={row}>
                      <td className={table.wide} colSpan={columns.length}>
                        <Skeleton height={28} />
                      </td>
                    </tr>
                  ))}
            </tbody>
          </table>
        </div>
      )}
      {totalPages > 1 && !isEmpty && (
        <nav className={styles.pages} aria-label={t('pages')}>
          <PageLink to={page > 1 ? pathOf(page - 1) : null} state={state} onClick={focusCount}>
            <TbChevronLeft size={18} aria-hidden />
            {t('newer')}
          </PageLink>
          <span>{t('page', { page: number(page), pages: number(totalPages) })}</span>
          <PageLink to={page < totalPages ? pathOf(page + 1) : null} state={state} onClick={focusCount}>
            {t('older')}
            <TbChevronRight size={18} aria-hidden />
          </PageLink>
        </nav>
      )}
    </>
  );
}

interface PageLinkProps {
  to: string | null;
  state: unknown;
  onClick: () => void;
  children: ReactNode;
}

/** A link to another page; absent at either end. */
function PageLink({ to, state, onClick, children }: PageLinkProps) {
  return to === null ? (
    <span />
  ) : (
    <Button component={Link} to={to} state={state} onClick={onClick} variant="default" className={styles.link}>
      {children}
    </Button>
  );
}
