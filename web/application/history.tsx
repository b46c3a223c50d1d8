/** What has happened to an application, one entry below the other, with a line from dot to dot. */
import type { ComponentProps, ReactNode } from 'react';
import type { Status } from '../../contract/status.ts';
import styles from './history.module.css';
import { coloursOf } from './status-look.ts';

export function History({ children }: { children: ReactNode }) {
  return <ol className={styles.history}>{children}</ol>;
}

interface HistoryItemProps extends ComponentProps<'li'> {
  /** When, for programs and in words. */
  at: string;
  when: string;
  /** The status that it led to, where the dot has its colour. */
  status?: Status;
}

export function HistoryItem({ at, when, status, children, ...item }: HistoryItemProps) {
  return (
    <li className={status && coloursOf(status)} {...item}>
      <time dateTime={at}>{when}</time>
      {children}
    </li>
  );
}
