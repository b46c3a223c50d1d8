/** An overview of the work. Every number links to the list that it counts. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ApplicationSummary } from '../../../contract/answers.ts';
import { dhakaDay } from '../../../contract/dates.ts';
import { limits } from '../../../contract/limits.ts';
import { statuses } from '../../../contract/status.ts';
import { coloursOf, coloursOfOutcome } from '../../application/status-look.ts';
import { useTexts } from '../../texts/office/dashboard.ts';
import { useStatusTexts } from '../../texts/status.ts';
import { summaryQuery } from '../applications/application-queries.ts';
import { TbAlertTriangle, TbFilePlus } from '../frame/icons.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import { Allowed } from '../session/allowed.tsx';
import { useUser } from '../session/signed-in-user.ts';
import styles from './dashboard.module.css';
import { LatestApplications } from './latest-applications.tsx';
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
      {summary.isError ? (
        <LoadFailure error={summary.error} onRetry={() => summary.refetch()} />
      ) : (
        <>
          <Numbers summary={summary.data} />
          {summary.data?.backupLate && <BackupLine />}
          <ReadManyLine count={summary.data?.readMany ?? 0} />
          <GuessedLine count={summary.data?.guessed ?? 0} />
          <SummaryCharts summary={summary.data} />
        </>
      )}
      <LatestApplications />
    </>
  );
}

/** Shown only if there are records that somebody may be guessing at. */
function GuessedLine({ count }: { count: number }) {
  const { t, language } = useTexts();
  if (count === 0) return null;
  return (
    <p className={styles.guessed}>
      <TbAlertTriangle size={20} strokeWidth={1.75} aria-hidden />
      <Link to="/application?guessed=1">{t('guessed', { count, number: count.toLocaleString(language) })}</Link>
    </p>
  );
}

/** Shown to the super admin alone. */
function ReadManyLine({ count }: { count: number }) {
  const { t, language } = useTexts();
  if (count === 0) return null;
  const numbers = {
    number: count.toLocaleString(language),
    records: limits.recordsReadAnHour.toLocaleString(language),
  };
  return (
    <p className={styles.guessed}>
      <TbAlertTriangle size={20} strokeWidth={1.75} aria-hidden />
      <Link to="/auditLog?action=reading.many">{t('readMany', { count, ...numbers })}</Link>
    </p>
  );
}

function BackupLine() {
  const { t } = useTexts();
  return (
    <p className={styles.guessed}>
      <TbAlertTriangle size={20} strokeWidth={1.75} aria-hidden />
      <Link to="/setting">{t('backupLate')}</Link>
    </p>
  );
}

function Numbers({ summary }: { summary: ApplicationSummary | undefined }) {
  const { t, language } = useTexts();
  const { t: word } = useStatusTexts();
  const today = dhakaDay(new Date());
  const numbers = [
    { key: 'total', colours: undefined, label: t('total'), value: summary?.total, to: '/application' },
    ...statuses.map((status) => ({
      key: status,
      colours: coloursOf(status),
      label: word(`${status}.word`),
      value: summary?.byStatus[status],
      to: `/application?status=${status}`,
    })),
    {
      key: 'late',
      colours: coloursOfOutcome('refused'),
      label: t('late', { weeks: limits.processingWeeksMax.toLocaleString(language) }),
      value: summary?.late,
      to: '/application?late=1',
    },
    {
      key: 'collect',
      colours: coloursOfOutcome('granted'),
      label: t('collectToday'),
      value: summary?.collectToday,
      to: `/application?collect=${today}`,
    },
  ];
  return (
    <ul className={styles.numbers} aria-busy={summary === undefined}>
      {numbers.map(({ key, colours, label, value, to }) => (
        <li key={key} className={colours} data-kind={key}>
          <Link to={to}>
            <span className={styles.label}>{label}</span>
            {value === undefined ? (
              <Skeleton width="5ch">
                <strong>&nbsp;</strong>
              </Skeleton>
            ) : (
              <strong>{value.toLocaleString(language)}</strong>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
