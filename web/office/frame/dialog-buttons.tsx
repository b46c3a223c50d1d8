import type { ReactNode } from 'react';
import styles from './dialog-buttons.module.css';

/** The last row of every dialogue, whose buttons stay visible however long the content is. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={`row ${styles.buttons}`}>{children}</div>;
}
