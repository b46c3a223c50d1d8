import type { Status } from '../../contract/status.ts';
import { useTexts } from '../texts/texts.tsx';
import styles from './status-tag.module.css';

/** A status as an adjective in a tag; the word says it, the colour only helps. */
export function StatusTag({ status }: { status: Status }) {
  const { t } = useTexts();
  return <strong className={`${styles.tag} ${styles[status]}`}>{t(`copy.status${status}`)}</strong>;
}
