import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  lead?: ReactNode;
  /** Buttons for the whole screen. */
  actions?: ReactNode;
  isError?: boolean;
}

/** The heading of a screen, and the title of the browser's tab. */
export function PageHeader({ title, lead, actions, isError = false }: PageHeaderProps) {
  return (
    <header className={`spread ${styles.header}`}>
      <PageTitle text={title} isError={isError} />
      <div>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {actions && (
        <Group gap="sm" className={styles.actions} data-screen-only="">
          {actions}
        </Group>
      )}
    </header>
  );
}
