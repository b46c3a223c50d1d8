/** A list of names with their values, and a date in words; the office also shows the date as it is stored. */
import type { ReactNode } from 'react';
import { longDate } from '../texts/dates.ts';
import { useLanguage } from '../texts/texts.tsx';
import styles from './facts.module.css';
import { emptyValue } from './fields-and-documents.ts';

export function CalendarDate({ date, withDigits = false }: { date: string; withDigits?: boolean }) {
  const words = longDate(date, useLanguage());
  if (!withDigits) return <time dateTime={date}>{words}</time>;
  return (
    <time className={styles.date} dateTime={date}>
      {date} <small>{words}</small>
    </time>
  );
}

interface FactsProps {
  /** The class of the surrounding part. */
  className?: string | undefined;
  /** On paper each value is beside its name. */
  isRows?: boolean;
  children: ReactNode;
}

export function Facts({ className = '', isRows = false, children }: FactsProps) {
  return (
    <dl className={`${styles.facts} ${className}`.trimEnd()} data-rows={isRows ? '' : undefined}>
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children || emptyValue}</dd>
    </div>
  );
}
