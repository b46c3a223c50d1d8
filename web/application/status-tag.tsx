import type { Status } from '../../contract/status.ts';
import { useStatusTexts } from '../texts/status.ts';
import { shapeOf, statusClass } from './status-look.ts';
import styles from './status-tag.module.css';

/** A status as a tag with its word and icon, so that it does not depend on colour. */
export function StatusTag({ status, large = false }: { status: Status; large?: boolean }) {
  const { t } = useStatusTexts();
  return (
    <strong className={`${styles.tag} ${statusClass(status)} ${large ? styles.large : ''}`.trimEnd()}>
      <svg data-lines="" className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
        <path d={shapeOf(status)} />
      </svg>
      {t(`${status}.word`)}
    </strong>
  );
}
