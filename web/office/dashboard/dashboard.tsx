/** The dashboard: the work queue first, then an overview. Every number links to the list that it counts. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answers } from '../../../contract/answers.ts';
import { statuses } from '../../../contract/status.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/dashboard.ts';
import { useStatusTexts } from '../../texts/status.ts';
import { summaryQuery } from '../applications/application-queries.ts';
import { TbAlertTriangle, TbFilePlus } from '../frame/icons.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import notice from '../frame/notice.module.css';
import { PageHeader } from '../frame/page-header.tsx';
import { Allowed } from '../session/allowed.tsx';
import { useUser } from '../session/signed-in-user.ts';
import styles from './dashboard.module.css';
import { LatestApplications } from './latest-applications.tsx';
import { Queue } from './queue.tsx';
import { SummaryCharts } from './summary-charts.tsx';

export default function Dashboard() {
  const { t } = useTexts();
  const user = useUser();
  const summary = useQuery(summaryQuery);
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead', { name: user?.name })}
        actions={
          <Allowed call="addApplication">
            <Button component={Link} to="/addUserApplication" leftSection={<TbFilePlus size={20} strokeWidth={1.75} />}>
              {t('add')}
            </Button>
          </Allowed>
        }
      />
      {summary.isError && <LoadFailure error={summary.error} onRetry={() => summary.refetch()} />}
      {(summary.data || !summary.isError) && (
        <>
          <Queue summary={summary.data} />
          {summary.data?.backupLate && <Notice to="/setting">{t('backupLate')}</Notice>}
          <BulkReadersNotice count={summary.data?.bulkReaders ?? 0} />
          <Totals summary={summary.data} />
          <SummaryCharts summary={summary.data} />
        </>
      )}
      <LatestApplications />
    </>
  );
}

/** Shown to the super admin alone. */
function BulkReadersNotice({ count }: { count: number }) {
  const { t, language } = useTexts();
  if (count === 0) return null;
  const number = formatNumber(count, language);
  return <Notice to="/auditLog?action=reading.many">{t('bulkReaders', { count, number })}</Notice>;
}

function Notice({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className={`${notice.pending} ${styles.notice}`}>
      <TbAlertTriangle size={20} strokeWidth={1.75} aria-hidden />
      <Link to={to} data-target="">
        {children}
      </Link>
    </p>
  );
}

/** The number of applications, in total and by status. */
function Totals({ summary }: { summary: Answers['applicationSummary'] | undefined }) {
  const { t, language } = useTexts();
  const { t: word } = useStatusTexts();
  const numbers = [
    { key: 'total', label: t('total'), value: summary?.total, to: '/application' },
    ...statuses.map((status) => ({
      key: status,
      label: word(`${status}.word`),
      value: summary?.byStatus[status],
      to: `/application?status=${status}`,
    })),
  ];
  return (
    <ul className={`row ${styles.totals}`} aria-busy={summary === undefined}>
      {numbers.map(({ key, label, value, to }) => (
        <li key={key}>
          <Link to={to}>
            {label} <strong>{value === undefined ? '…' : formatNumber(value, language)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}
