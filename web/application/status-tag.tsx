import type { Status } from '../../contract/status.ts';
import { useApplicationTexts } from '../texts/application.ts';
import styles from './status-tag.module.css';

/** An hourglass, a tick, a cross, drawn on a field of 24 by 24. */
const shapes: Record<Status, string> = {
  Pending: 'M7 3h10M7 21h10M8 3v3.5c0 2 4 3.5 4 5.5s-4 3.5-4 5.5V21M16 3v3.5c0 2-4 3.5-4 5.5s4 3.5 4 5.5V21',
  Approved: 'M4 12.5 9.5 18 20 6.5',
  Rejected: 'M6 6l12 12M18 6 6 18',
};

/** A status as an adjective in a tag with its sign; the colour only helps. */
export function StatusTag({ status, large = false }: { status: Status; large?: boolean }) {
  const { t } = useApplicationTexts();
  return (
    <strong className={`${styles.tag} ${styles[status]} ${large ? styles.large : ''}`.trimEnd()}>
      <svg data-lines="" className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
        <path d={shapes[status]} />
      </svg>
      {t(`status.${status}`)}
    </strong>
  );
}
