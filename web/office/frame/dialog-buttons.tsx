import type { ReactNode } from 'react';
import styles from './dialog-buttons.module.css';

/** The last row of every dialogue: however long what stands above it is, its buttons stay in sight. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
