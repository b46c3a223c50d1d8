/** How a copy writes a field and a date: as stored, and in words where a weekday helps. */
import type { ReactNode } from 'react';
import { longDate } from '../../../texts/dates.ts';
import { useLanguage } from '../../../texts/texts.tsx';
import styles from './copy-facts.module.css';

export function CalendarDate({ date }: { date: string }) {
  const language = useLanguage();
  return (
    <time className={styles.date} dateTime={date}>
      {date} <small>{longDate(date, language)}</small>
    </time>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  );
}
