/** The state of the scheduled backups. It is loaded by a button, since the call may ask for the password. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { backupProblems } from '../../../contract/backup-problems.ts';
import type { SystemAnswer } from '../../../contract/system.ts';
import { timeInWords } from '../../texts/dates.ts';
import { useTexts } from '../../texts/office/settings.ts';
import { answerOf } from '../calls/api.ts';
import { LoadFailure } from '../frame/load-failure.tsx';
import styles from './backups.module.css';

export function Backups() {
  const { t } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {isAsked ? (
        <Loaded />
      ) : (
        <Button
          variant="default"
          className={styles.show}
          onClick={() => {
            // The button is removed when it is pressed.
            place.current?.focus({ preventScroll: true });
            setAsked(true);
          }}
        >
          {t('backups.show')}
        </Button>
      )}
    </div>
  );
}

function Loaded() {
  const { data, error, refetch } = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => answerOf('system', { signal }),
  });
  if (error) return <LoadFailure error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height="6rem" />;
  return (
    <>
      <Facts backup={data.backup} />
      <Encryption {...data.encryption} />
    </>
  );
}

/** Shown only while the stored files are encrypted with a new key. */
function Encryption({ pending }: SystemAnswer['encryption']) {
  const { t, language } = useTexts();
  if (pending === 0) return null;
  return <p role="status">{t('backups.pending', { count: pending, number: pending.toLocaleString(language) })}</p>;
}

function Facts({ backup: { last, problem, nextAt } }: { backup: SystemAnswer['backup'] }) {
  const { t, language } = useTexts();
  const time = (at: string) => timeInWords(at, language, { dateStyle: 'medium', timeStyle: 'short' });
  const megabytes = (bytes: number) => (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 1 });
  if (!nextAt && !last) return <p className={styles.problem}>{t('backups.none')}</p>;
  return (
    <>
      {problem && (
        <p className={styles.problem} role="status">
          {t('backups.problem', { problem: backupProblems[problem][language] })}
        </p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{t('backups.last')}</dt>
          <dd>
            {last ? t('backups.made', { time: time(last.at), size: megabytes(last.bytes) }) : t('backups.noneYet')}
          </dd>
        </div>
        {nextAt && (
          <div>
            <dt>{t('backups.next')}</dt>
            <dd>{time(nextAt)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
