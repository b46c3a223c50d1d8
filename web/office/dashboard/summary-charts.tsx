/**
 * Arrivals by month and applications by status, each as a chart and as a table. Their space is reserved before the data
 * and the chart are loaded, so that the content below does not move.
 */
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ApplicationSummary } from '../../../contract/answers.ts';
import { addDays, dhakaDay } from '../../../contract/dates.ts';
import { outcomeOf, statuses } from '../../../contract/status.ts';
import { coloursOf } from '../../application/status-look.ts';
import { useTexts } from '../../texts/office/dashboard.ts';
import { useStatusTexts } from '../../texts/status.ts';
import { ChartCard } from './chart-card.tsx';
import { lastMonths } from './last-months.ts';
import styles from './summary-charts.module.css';

const pictures = () => import('./chart-pictures.tsx');
const ArrivalsPicture = lazy(async () => ({ default: (await pictures()).ArrivalsPicture }));
const StatusPicture = lazy(async () => ({ default: (await pictures()).StatusPicture }));

const monthsShown = 12;
const donutSize = 190;

/** Shows the skeleton while there is no summary. */
export function SummaryCharts({ summary }: { summary: ApplicationSummary | undefined }) {
  const { t, language } = useTexts();
  const { t: word } = useStatusTexts();
  const number = (value: number) => value.toLocaleString(language);
  const months = lastMonths(summary?.arrivals ?? [], dhakaDay(new Date()), monthsShown);
  const monthName = (month: string, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(language, {
      month: style,
      year: style === 'long' ? 'numeric' : undefined,
      timeZone: 'UTC',
    }).format(new Date(`${month}-01`));
  const shares = statuses.map((status) => ({
    status,
    name: word(`${status}.word`),
    value: summary?.byStatus[status] ?? 0,
    color: `var(--chart-${outcomeOf(status)})`,
  }));
  const waitingBars = <Skeleton height="100%" />;
  const waitingDonut = <Skeleton height={donutSize} circle />;
  return (
    <div className={styles.charts} aria-busy={summary === undefined}>
      <ChartCard
        title={t('arrivals')}
        table={months.toReversed().map(({ month, count }) => ({
          name: monthName(month, 'long'),
          count: summary && number(count),
          to: `/application?${new URLSearchParams({ from: `${month}-01`, to: lastDay(month) })}`,
        }))}
        head={[t('month'), t('count')]}
      >
        <div className={styles.bars}>
          <Suspense fallback={waitingBars}>
            {summary ? (
              <ArrivalsPicture
                data={months.map(({ month, count }) => ({ month: monthName(month, 'short'), count }))}
                label={t('count')}
                number={number}
              />
            ) : (
              waitingBars
            )}
          </Suspense>
        </div>
      </ChartCard>
      <ChartCard
        title={t('byStatus')}
        table={shares.map(({ status, name, value }) => ({
          name,
          count: summary && number(value),
          to: `/application?status=${status}`,
        }))}
        head={[t('status'), t('count')]}
      >
        <div className={styles.donut}>
          <Suspense fallback={waitingDonut}>
            {summary ? <StatusPicture data={shares} size={donutSize} number={number} /> : waitingDonut}
          </Suspense>
          <ul className={styles.legend}>
            {shares.map(({ status, name, value }) => (
              <li key={status} className={coloursOf(status)}>
                {name} <strong>{summary && percent(value, summary.total, language)}</strong>
              </li>
            ))}
          </ul>
        </div>
      </ChartCard>
    </div>
  );
}

function lastDay(month: string): string {
  return addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);
}

function percent(part: number, all: number, language: string): string {
  return (all === 0 ? 0 : part / all).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
}
