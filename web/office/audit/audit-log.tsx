/** Who changed what, for the super admin: by person, by record, a page at a time, all of it in the URL. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TbChevronLeft, TbChevronRight, TbHistory } from 'react-icons/tb';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useTexts } from '../../texts/office/audit.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { EmptyState } from '../frame/empty-state.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import { pageIn } from '../frame/page-in-url.ts';
import table from '../frame/table.module.css';
import { startScreen } from '../session/next-path.ts';
import { useUser } from '../session/signed-in-user.ts';
import { AuditFilters, focusFilters, isActor, isId } from './audit-filters.tsx';
import styles from './audit-log.module.css';
import { auditQuery } from './audit-queries.ts';
import { EntryRow } from './entry-row.tsx';

const waitingRows = Array.from({ length: 10 }, (_, at) => `row ${at}`);
const columns = ['at', 'actor', 'action', 'record', 'fields'] as const;

export default function AuditLog() {
  return useUser()?.role === 'super-admin' ? <Log /> : <Navigate to={startScreen} replace />;
}

function Log() {
  const { t, language } = useTexts();
  const [search, setSearch] = useSearchParams();
  const person = search.get('user') ?? '';
  const user = isActor(person) ? person : undefined;
  const record = search.get('record') || undefined;
  const page = pageIn(search);
  const isValid = !record || isId(record);
  const log = useQuery({ ...auditQuery({ user, record, page }), enabled: isValid });
  const { entries, total = 0, totalPages = 0 } = (isValid && log.data) || {};
  const number = (value: number) => value.toLocaleString(language);
  const pathOf = (next: number) => {
    const query = new URLSearchParams(search);
    query.delete('page');
    if (next > 1) query.set('page', String(next));
    return `?${query}`;
  };
  const isEmpty = entries?.length === 0;
  const leaveEmpty = () => {
    setSearch(total > 0 ? pathOf(1) : {});
    focusFilters();
  };

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <AuditFilters
        user={user}
        record={record}
        onChange={(filter) => setSearch(filter, { preventScrollReset: true })}
      />
      <div className={table.head}>
        <p role="status">
          {entries ? t('total', { count: total, number: number(total) }) : isValid && !log.error && t('loading')}
        </p>
      </div>
      {isValid && log.error && <LoadFailure error={log.error} onRetry={() => log.refetch()} />}
      {isEmpty && (
        <EmptyState icon={TbHistory} title={t('emptyTitle')} text={total > 0 ? t('beyond') : t('emptyText')}>
          <Button variant="default" onClick={leaveEmpty}>
            {total > 0 ? t('toFirst') : t('clear')}
          </Button>
        </EmptyState>
      )}
      {isValid && !isEmpty && !log.error && (
        <div className={table.card}>
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
            <tbody>
              {entries
                ? entries.map((entry) => <EntryRow key={entry._id} entry={entry} filtered={{ user, record }} />)
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
          <Turn to={page > 1 ? pathOf(page - 1) : null}>
            <TbChevronLeft size={18} aria-hidden />
            {t('newer')}
          </Turn>
          <span>{t('page', { page: number(page), pages: number(totalPages) })}</span>
          <Turn to={page < totalPages ? pathOf(page + 1) : null}>
            {t('older')}
            <TbChevronRight size={18} aria-hidden />
          </Turn>
        </nav>
      )}
    </>
  );
}

/** The way to another page; none at either end. */
function Turn({ to, children }: { to: string | null; children: ReactNode }) {
  return to === null ? (
    <span />
  ) : (
    <Button component={Link} to={to} variant="default" className={styles.turn}>
      {children}
    </Button>
  );
}
