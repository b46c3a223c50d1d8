/** Arrivals by month and applications by status, each as a picture and as the table behind it. */
import '@mantine/charts/styles.css';
import { BarChart, DonutChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ApplicationSummary } from '../../../contract/application.ts';
import { addDays, dhakaDay } from '../../../contract/dates.ts';
import { statuses } from '../../../contract/status.ts';
import { useApplicationTexts } from '../../texts/application.ts';
import { useTexts } from '../../texts/office/dashboard.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { lastMonths } from './last-months.ts';
import styles from './summary-charts.module.css';

const monthsShown = 12;
const colors = {
  Pending: 'var(--chart-pending)',
  Approved: 'var(--chart-approved)',
  Rejected: 'var(--chart-rejected)',
};

export default function SummaryCharts({ summary }: { summary: ApplicationSummary }) {
  const { t, language } = useTexts();
  const { t: word } = useApplicationTexts();
  const number = (value: number) => value.toLocaleString(language);
  const months = lastMonths(summary.arrivals, dhakaDay(new Date()), monthsShown);
  const monthName = (month: string, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(language, {
      month: style,
      year: style === 'long' ? 'numeric' : undefined,
      timeZone: 'UTC',
    }).format(new Date(`${month}-01`));
  return (
    <div className={styles.charts}>
      <Chart
        title={t('arrivals')}
        table={months.toReversed().map(({ month, count }) => ({
          name: monthName(month, 'long'),
          count: number(count),
          to: `/application?${new URLSearchParams({ from: `${month}-01`, to: lastDay(month) })}`,
        }))}
        head={[t('month'), t('count')]}
      >
        <BarChart
          h={240}
          data={months.map(({ month, count }) => ({ month: monthName(month, 'short'), count }))}
          dataKey="month"
          series={[{ name: 'count', label: t('count'), color: 'var(--chart-approved)' }]}
          valueFormatter={number}
          tickLine="none"
          gridAxis="x"
          maxBarWidth={36}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ radius: [6, 6, 0, 0], isAnimationActive: false }}
          yAxisProps={{ width: 44, allowDecimals: false, tickFormatter: number }}
          xAxisProps={{ interval: 'preserveStartEnd' }}
        />
      </Chart>
      <Chart
        title={t('byStatus')}
        table={statuses.map((status) => ({
          name: word(`status.${status}`),
          count: number(summary.byStatus[status]),
          to: `/application?status=${status}`,
        }))}
        head={[t('status'), t('count')]}
      >
        <div className={styles.donut}>
          <DonutChart
            size={190}
            thickness={26}
            paddingAngle={summary.total > 0 ? 2 : 0}
            data={statuses.map((status) => ({
              name: word(`status.${status}`),
              value: summary.byStatus[status],
              color: colors[status],
            }))}
            valueFormatter={number}
            pieProps={{ isAnimationActive: false, rootTabIndex: -1 }}
            pieChartProps={{ accessibilityLayer: false }}
            withLabelsLine={false}
          />
          <ul>
            {statuses.map((status) => (
              <li key={status} data-status={status}>
                {word(`status.${status}`)} <strong>{percent(summary.byStatus[status], summary.total, language)}</strong>
              </li>
            ))}
          </ul>
        </div>
      </Chart>
    </div>
  );
}

interface ChartProps {
  title: string;
  head: readonly [string, string];
  table: { name: string; count: string; to: string }[];
  children: ReactNode;
}

/** The picture is for the eye alone; who cannot see it, or wants the list behind a number, has the table. */
function Chart({ title, head, table, children }: ChartProps) {
  const { t } = useTexts();
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <div aria-hidden="true" className={styles.picture}>
        {children}
      </div>
      <details>
        <summary>{t('asTable')}</summary>
        <table>
          <caption className={hidden.always}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{head[0]}</th>
              <th scope="col">{head[1]}</th>
            </tr>
          </thead>
          <tbody>
            {table.map(({ name, count, to }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <Link to={to} aria-label={`${name}: ${count}`}>
                    {count}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function lastDay(month: string): string {
  return addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);
}

function percent(part: number, all: number, language: string): string {
  return (all === 0 ? 0 : part / all).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
}
