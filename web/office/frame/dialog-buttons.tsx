import type { ReactNode } from 'react';
import styles from './dialog-buttons.module.css';

/** The last row of every dialogue; its buttons stay in sight however long the content is. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
