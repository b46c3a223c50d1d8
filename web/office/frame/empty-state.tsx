import type { ComponentType, ReactNode } from 'react';
import styles from './empty-state.module.css';
import marks from './marks.module.css';

interface EmptyStateProps {
  icon: ComponentType<{ size?: number; strokeWidth?: number }>;
  title: string;
  text: string;
  /** A link or button to the next step. */
  children?: ReactNode;
}

/** Says why a list is empty, and what to do about it. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={`${marks.tile} ${styles.sign}`} aria-hidden="true">
        <Icon size={26} strokeWidth={1.75} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
