/** Names the fields of a row that match the search, with the matching text if no column shows it. */
import type { Match } from '../../../../contract/answer-parts.ts';
import type { ListedApplication } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import styles from './list-match.module.css';
import { Marked } from './marked.tsx';

const isMarkedInItsColumn: Record<Match['kind'], boolean> = {
  passport: true,
  name: false,
  phone: false,
  email: false,
  nationalId: false,
};

export function RowMatch({ application: { matches = [] } }: { application: ListedApplication }) {
  const { t } = useTexts();
  if (matches.length === 0) return null;
  return (
    <small className={`row ${styles.match}`}>
      {matches.map(({ kind, pieces }) => (
        <span key={kind}>
          <span className={styles.kind}>{t(`match.${kind}`)}</span>{' '}
          {!isMarkedInItsColumn[kind] && <Marked pieces={pieces} />}
        </span>
      ))}
    </small>
  );
}
