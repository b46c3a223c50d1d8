import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './form-buttons.module.css';

/** The last row of a form, with the submit button at its end, as in a dialogue. */
export function FormButtons({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" className={styles.buttons}>
      {children}
    </Group>
  );
}
