/**
 * The state of the backups and of the server. It is loaded by a button, since the call may ask for the password.
 */
import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Answers } from '../../../contract/answers.ts';
import { megabytes } from '../../../contract/limits.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/settings.ts';
import { answerOf } from '../calls/api.ts';
import { useDateTime } from '../frame/date-time.ts';
import { LoadFailure } from '../frame/load-failure.tsx';
import tone from '../frame/text.module.css';
import styles from './system-state.module.css';

export function SystemState() {
  const { t } = useTexts();
  const [isShown, setShown] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  return (
    <Stack ref={container} tabIndex={-1}>
      {isShown ? (
        <Loaded />
      ) : (
        <Button
          variant="default"
          className={styles.show}
          onClick={() => {
            // The button is removed when it is pressed.
            container.current?.focus({ preventScroll: true });
            setShown(true);
          }}
        >
          {t('system.show')}
        </Button>
      )}
    </Stack>
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
      <Backups {...data.backup} />
      <Encryption {...data.encryption} />
      <Server {...data} />
    </>
  );
}

/** Shown only while the stored files are encrypted with a new key. */
function Encryption({ pending }: Answers['system']['encryption']) {
  const { t, language } = useTexts();
  if (pending === 0) return null;
  return <p role="status">{t('backups.pending', { count: pending, number: formatNumber(pending, language) })}</p>;
}

function Backups({ last, problem, nextAt }: Answers['system']['backup']) {
  const { t, language } = useTexts();
  const time = useDateTime();
  const size = (bytes: number) => formatNumber(megabytes(bytes), language, { maximumFractionDigits: 1 });
  return (
    <>
      {!nextAt && <p className={`${tone.failed} ${styles.problem}`}>{t('backups.none')}</p>}
      {nextAt && problem && (
        <p className={`${tone.failed} ${styles.problem}`} role="status">
          {t('backups.problem', { problem: t(`backups.problems.${problem}`) })}
        </p>
      )}
      {(nextAt || last) && (
        <dl className={`stack ${styles.facts}`}>
          <Row name={t('backups.last')}>
            {last ? t('backups.made', { time: time(last.at), size: size(last.bytes) }) : t('backups.noneYet')}
          </Row>
          {nextAt && <Row name={t('backups.next')}>{time(nextAt)}</Row>}
        </dl>
      )}
    </>
  );
}

function Server({ release, engine, storage, startedAt, audit: { entries: count, checkpointAt } }: Answers['system']) {
  const { t, language } = useTexts();
  const time = useDateTime();
  return (
    <dl className={`stack ${styles.facts}`}>
      <Row name={t('system.release')}>{release}</Row>
      <Row name={t('system.started')}>{time(startedAt)}</Row>
      <Row name={t('system.records')}>{t(`system.engine.${engine}`)}</Row>
      <Row name={t('system.files')}>{t(`system.storage.${storage}`)}</Row>
      <Row name={t('system.audit')}>{t('system.entries', { count, number: formatNumber(count, language) })}</Row>
      <Row name={t('system.signed')}>{checkpointAt ? time(checkpointAt) : t('system.unsigned')}</Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
