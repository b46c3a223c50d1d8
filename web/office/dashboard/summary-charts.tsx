/**
 * Arrivals by month and applications by status, each as a chart and as a table. Their space is reserved before the data
 * is loaded, so that the content below does not move.
 */
import { Group, Skeleton } from '@mantine/core';
import type { Answers } from '../../../contract/answers.ts';
import { addDays, dhakaDay } from '../../../contract/dates.ts';
import { outcomeOf, statuses } from '../../../contract/status.ts';
import { statusClass } from '../../application/status-look.ts';
import { dateFormat } from '../../texts/dates.ts';
import { formatNumber, useNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/dashboard.ts';
import { useStatusTexts } from '../../texts/status.ts';
import { ChartCard } from './chart-card.tsx';
import { Bars, Ring } from './charts.tsx';
import { lastMonths } from './last-months.ts';
import styles from './summary-charts.module.css';
import { wholePercents } from './whole-percents.ts';

const monthsShown = 12;
const monthFormats = {
  short: dateFormat(() => ({ month: 'short', timeZone: 'UTC' })),
  long: dateFormat(() => ({ month: 'long', year: 'numeric', timeZone: 'UTC' })),
};
const ringSize = 190;

/** Shows the skeleton while there is no summary. */
export function SummaryCharts({ summary }: { summary: Answers['applicationSummary'] | undefined }) {
  const { t, language } = useTexts();
  const { t: word } = useStatusTexts();
  const number = useNumber();
  const months = lastMonths(summary?.arrivals ?? [], dhakaDay(new Date()), monthsShown);
  const monthName = (month: string, style: 'short' | 'long') =>
    monthFormats[style](language).format(new Date(`${month}-01`));
  const percents = wholePercents(statuses.map((status) => summary?.byStatus[status] ?? 0));
  const shares = statuses.map((status, at) => ({
    status,
    name: word(`${status}.word`),
    value: summary?.byStatus[status] ?? 0,
    percent: percents[at] ?? 0,
    color: `var(--chart-${outcomeOf(status)})`,
  }));
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
          {summary ? (
            <Bars
              data={months.map(({ month, count }) => ({ name: monthName(month, 'short'), value: count }))}
              number={number}
            />
          ) : (
            <Skeleton height="100%" />
          )}
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
        <Group justify="center" gap="lg" h="100%">
          {summary ? <Ring data={shares} size={ringSize} number={number} /> : <Skeleton height={ringSize} circle />}
          <ul className={styles.legend}>
            {shares.map(({ status, name, percent }) => (
              <li key={status} className={statusClass(status)}>
                {name} <strong>{summary && formatNumber(percent / 100, language, { style: 'percent' })}</strong>
              </li>
            ))}
          </ul>
        </Group>
      </ChartCard>
    </div>
  );
}

function lastDay(month: string): string {
  // Four days after the 28th it is always the next month.
  const nextMonth = addDays(`${month}-28`, 4).slice(0, 7);
  return addDays(`${nextMonth}-01`, -1);
}
