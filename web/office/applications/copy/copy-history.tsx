/** Who has decided what and when, newest first; on paper without names and notes. */
import type { ApplicationWithHistory, HistoryEntry } from '../../../../contract/application.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import styles from './copy-history.module.css';

type Before = Pick<HistoryEntry, 'status' | 'pending' | 'approve'>;
/** How every application begins. */
const received: Before = { status: 'Pending', pending: null, approve: null };

export function CopyHistory({ application }: { application: ApplicationWithHistory }) {
  const { history, createdAt } = application;
  const { t, language } = useTexts();
  const decided = history.map((entry, at) => ({ entry, before: history[at - 1] ?? received })).reverse();
  return (
    <section className={styles.card} aria-labelledby="copy-history">
      <h2 id="copy-history">{t('history.title')}</h2>
      <ol className={styles.history}>
        {decided.map(({ entry, before }) => (
          <Decided key={entry.at + entry.status} entry={entry} before={before} />
        ))}
        <li data-status="Pending">
          <time dateTime={createdAt}>{timeInWords(createdAt, language)}</time>
          <strong>{t('history.received')}</strong>
        </li>
      </ol>
      {history.length > 0 && <p className={styles.staffOnly}>{t('history.staffOnly')}</p>}
    </section>
  );
}

function Decided({ entry, before }: { entry: HistoryEntry; before: Before }) {
  const { at, status, approve, pending, note, by } = entry;
  const { t, language } = useTexts();
  const isNoteAlone = note !== null && before.approve === approve && before.pending === pending;
  const again = isNoteAlone ? t('history.noted') : t('history.corrected');
  const text = status === before.status ? again : t(`history.${status}`);
  const dates = [
    approve && t('history.approve', { date: approve }),
    pending && t('history.collect', { date: pending }),
  ].filter(Boolean);
  return (
    <li data-status={status} data-note={isNoteAlone && status === before.status ? '' : undefined}>
      <time dateTime={at}>{timeInWords(at, language)}</time>
      <span>
        <strong>{text}</strong>{' '}
        <span className={styles.by}>{by ? t('history.by', { name: by }) : t('history.byUnknown')}</span>
        <span className={styles.office}>{t('paper.byOffice')}</span>
      </span>
      {dates.length > 0 && <span className={styles.dates}>{dates.join(' · ')}</span>}
      {note && (
        <p className={styles.note}>
          <span className={styles.noteLabel}>{t('history.note')}: </span>
          {note}
        </p>
      )}
    </li>
  );
}
