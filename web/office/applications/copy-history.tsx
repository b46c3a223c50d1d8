/** Who has decided what and when, newest first; on paper without names and notes. */
import type { ApplicationWithHistory, HistoryEntry } from '../../../contract/application.ts';
import { useTexts } from '../../texts/office/copy.ts';
import { timeInWords } from './copy-facts.tsx';
import styles from './copy-history.module.css';

export function CopyHistory({ application }: { application: ApplicationWithHistory }) {
  const { history, createdAt } = application;
  const { t, language } = useTexts();
  const decided = history.map((entry, at) => ({ entry, isSame: history[at - 1]?.status === entry.status })).reverse();
  return (
    <section className={styles.card} aria-labelledby="copy-history">
      <h2 id="copy-history">{t('history.title')}</h2>
      <ol className={styles.history}>
        {decided.map(({ entry, isSame }) => (
          <Decided key={entry.at + entry.status} entry={entry} isSame={isSame} />
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

function Decided({ entry, isSame }: { entry: HistoryEntry; isSame: boolean }) {
  const { at, status, approve, pending, note, by } = entry;
  const { t, language } = useTexts();
  // The same decision again corrects its dates; a rejection has none.
  const text = isSame && status !== 'Rejected' ? t('history.corrected') : t(`history.${status}`);
  const dates = [
    approve && t('history.approve', { date: approve }),
    pending && t('history.collect', { date: pending }),
  ].filter(Boolean);
  return (
    <li data-status={status}>
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
