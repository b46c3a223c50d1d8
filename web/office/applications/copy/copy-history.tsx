/** The decisions, newest first, with who made them. Names and notes are not printed. */
import { Fragment, type ReactNode } from 'react';
import type { ApplicationWithHistory, HistoryEntry } from '../../../../contract/answers.ts';
import { initialStatus } from '../../../../contract/status.ts';
import { History, HistoryItem } from '../../../application/history.tsx';
import part from '../../../application/part.module.css';
import { timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import tone from '../../frame/text.module.css';
import { isValid } from '../deciding/valid-decisions.ts';
import styles from './copy-history.module.css';

type Before = Pick<HistoryEntry, 'status' | 'pending' | 'approve'>;
/** The first entry of every application. */
const received: Before = { status: initialStatus, pending: null, approve: null };

interface CopyHistoryProps {
  application: ApplicationWithHistory;
  /** Shown below the latest decision. */
  withdrawal?: ReactNode;
  /** Shown below the history. */
  children?: ReactNode;
}

export function CopyHistory({ application, withdrawal, children }: CopyHistoryProps) {
  const { history, createdAt } = application;
  const { t, language } = useTexts();
  const latest = history.findLast(isValid);
  const entries = history
    .map((entry, index) => ({ entry, before: history.slice(0, index).findLast(isValid) ?? received }))
    .reverse();
  return (
    <section className={`${part.part} ${styles.card}`} aria-labelledby="copy-history">
      <h2 id="copy-history" tabIndex={-1}>
        {t('history.title')}
      </h2>
      <History>
        {entries.map(({ entry, before }) => (
          <DecisionItem key={entry.at + entry.status} entry={entry} before={before}>
            {entry === latest && withdrawal}
          </DecisionItem>
        ))}
        <HistoryItem at={createdAt} when={timeInWords(createdAt, language)} status={received.status}>
          <strong>{t('history.received')}</strong>
        </HistoryItem>
      </History>
      {history.length > 0 && (
        <p className={`${tone.note} ${styles.staffOnly}`} data-screen-only="">
          {t('history.staffOnly')}
        </p>
      )}
      {children}
    </section>
  );
}

interface DecisionItemProps {
  entry: HistoryEntry;
  before: Before;
  children: ReactNode;
}

function DecisionItem({ entry, before, children }: DecisionItemProps) {
  const { at, status, approve, pending, note, reason, by, withdrawn } = entry;
  const { t, language } = useTexts();
  const { t: statusText } = useStatusTexts();
  const isNoteAlone = note !== null && before.approve === approve && before.pending === pending;
  const correction = isNoteAlone ? t('history.noted') : t('history.corrected');
  const text = status === before.status ? correction : statusText(`${status}.decided`);
  const dates = [
    approve && t('history.approve', { date: approve }),
    pending && t('history.collect', { date: pending }),
  ].filter((date) => date !== null);
  return (
    <HistoryItem
      at={at}
      when={timeInWords(at, language)}
      status={status}
      data-withdrawn={withdrawn ? '' : undefined}
      data-note={isNoteAlone && status === before.status ? '' : undefined}
    >
      <span>
        <strong>{text}</strong>{' '}
        <span className={styles.by} data-screen-only="">
          {by ? t('history.by', { name: by }) : t('history.byUnknown')}
        </span>
        <span className={part.onPaper}>{t('paper.byOffice')}</span>
      </span>
      {dates.length > 0 && (
        <span className={`${tone.note} ${styles.dates}`}>
          {dates.map((date, index) => (
            <Fragment key={date}>
              {index > 0 && ' · '}
              <span>{date}</span>
            </Fragment>
          ))}
        </span>
      )}
      {withdrawn && (
        <p className={`${tone.quote} ${styles.withdrawn}`}>
          {withdrawn.by
            ? t('history.withdrawn', { at: timeInWords(withdrawn.at, language), name: withdrawn.by })
            : t('history.withdrawnUnknown', { at: timeInWords(withdrawn.at, language) })}
          : {withdrawn.reason}
        </p>
      )}
      {reason && (
        <p className={`${tone.quote} ${styles.reason}`}>
          <span className={tone.soft}>{t('history.reason')}: </span>
          {reason}
        </p>
      )}
      {note && (
        <p className={tone.quote} data-screen-only="">
          <span className={tone.soft}>{t('history.note')}: </span>
          {note}
        </p>
      )}
      {children}
    </HistoryItem>
  );
}
