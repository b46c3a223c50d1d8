/** The history of an application as a vertical list of dots, connected by a line. */
import type { ComponentProps, ReactNode } from 'react';
import type { Status } from '../../contract/status.ts';
import styles from './history.module.css';
import { statusClass } from './status-look.ts';

export function History({ children }: { children: ReactNode }) {
  return <ol className={styles.history}>{children}</ol>;
}

interface HistoryItemProps extends ComponentProps<'li'> {
  /** The date for programs, and in words. */
  at: string;
  when: string;
  /** The status that the entry led to, for the colour of its dot. */
  status?: Status;
}

export function HistoryItem({ at, when, status, children, ...item }: HistoryItemProps) {
  return (
    <li className={status && statusClass(status)} {...item}>
      <time dateTime={at}>{when}</time>
      {children}
    </li>
  );
}
