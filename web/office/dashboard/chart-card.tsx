import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../texts/office/dashboard.ts';
import sheet from '../../ui/card.module.css';
import hidden from '../../ui/visually-hidden.module.css';
import styles from './chart-card.module.css';

interface ChartCardProps {
  title: string;
  head: readonly [string, string];
  /** Without a count until it is known. */
  table: { name: string; count: string | undefined; to: string }[];
  children: ReactNode;
}

/** The chart is hidden from screen readers; the table has the same numbers, each with a link to its list. */
export function ChartCard({ title, head, table, children }: ChartCardProps) {
  const { t } = useTexts();
  return (
    <section className={`${sheet.card} ${styles.card}`}>
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
                  {count !== undefined && (
                    <Link to={to} aria-label={`${name}: ${count}`}>
                      {count}
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
