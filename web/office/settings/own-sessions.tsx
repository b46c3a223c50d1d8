import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SessionEntry } from '../../../contract/account-answers.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/settings.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { ConfirmDialog, useLastShown } from '../frame/confirm-dialog.tsx';
import { useDateTime } from '../frame/date-time.ts';
import { useFocusedStatus } from '../frame/focused-status.ts';
import { LoadFailure, OutdatedNotice } from '../frame/load-failure.tsx';
import { toastError, toastRepeated } from '../frame/toast.client.ts';
import { Allowed } from '../session/allowed.tsx';
import { SessionList, SessionRow, useDeviceName } from '../session/session-row.tsx';
import styles from './own-sessions.module.css';
import { endSessions, sessionsQuery } from './session-queries.ts';

const shownFirst = 4;

/** The user's sessions, this device first, and buttons to end the others. */
export function OwnSessions() {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const isWaiting = !data && !error;
  const [ending, setEnding] = useState<SessionEntry[]>([]);
  const [areAllShown, setAllShown] = useState(false);
  const status = useFocusedStatus();
  const end = useMutation({
    mutationFn: (sessions: SessionEntry[]) => endSessions(sessions.map(({ _id }) => _id)),
    onSuccess: (_, sessions) => {
      const text = sessions.length > 1 ? t('sessions.endedOthers') : t('sessions.ended');
      toastRepeated(text);
      status.show(text);
      setEnding([]);
    },
    onError: () => toastError(t('sessions.endFailed')),
    onSettled: () => void queryClient.invalidateQueries(sessionsQuery),
  });
  const list = useRef<HTMLUListElement>(null);
  // The button is removed with the focus on it.
  const showAll = () => {
    flushSync(() => setAllShown(true));
    list.current?.children[shownFirst]?.querySelector('button')?.focus();
  };
  const close = () => {
    end.reset();
    setEnding([]);
  };
  const lastEnding = useLastShown(ending.length > 0 ? ending : null) ?? [];
  const [only] = lastEnding;
  const count = lastEnding.length;

  const sessions = [...(data ?? [])].sort((a, b) => Number(b.current) - Number(a.current));
  const others = sessions.filter(({ current }) => !current);
  const deviceName = useDeviceName();
  const time = useDateTime();
  return (
    <>
      {error && !data && <LoadFailure error={error} onRetry={() => refetch()} />}
      {error && data && <OutdatedNotice onRetry={() => refetch()} />}
      {isWaiting && <SessionSkeleton />}
      {data && (
        <SessionList ref={list}>
          {sessions.slice(0, areAllShown ? undefined : shownFirst).map((session) => (
            <SessionRow key={session._id} session={session} endedBy="endSession" onEnd={() => setEnding([session])} />
          ))}
        </SessionList>
      )}
      <Group justify="space-between" gap="sm">
        <p role="status" ref={status.ref} tabIndex={-1} className={styles.status}>
          {status.text ?? (isWaiting ? '\u00a0' : data && others.length === 0 && t('sessions.onlyHere'))}
        </p>
        {!areAllShown && sessions.length > shownFirst && (
          <Button variant="subtle" className={styles.more} onClick={showAll}>
            {t('sessions.showAll', { number: formatNumber(sessions.length, language) })}
          </Button>
        )}
        {others.length > 1 && (
          <Allowed call="endSession">
            <Button variant="default" onClick={() => setEnding(others)}>
              {t('sessions.endOthers')}
            </Button>
          </Allowed>
        )}
      </Group>
      <ConfirmDialog
        isOpen={ending.length > 0}
        title={count > 1 ? t('sessions.endOthersTitle') : t('sessions.endTitle')}
        confirm={count > 1 ? t('sessions.endOthers') : t('sessions.endConfirm')}
        isDanger
        isBusy={end.isPending}
        problem={end.isError ? t('sessions.endFailed') : null}
        onConfirm={() => end.mutate(ending)}
        onCancel={close}
      >
        <Text>
          {count > 1
            ? t('sessions.endOthersText', { count, number: formatNumber(count, language) })
            : only && t('sessions.endText', { device: deviceName(only), since: time(only.createdAt) })}
        </Text>
      </ConfirmDialog>
    </>
  );
}

/** Reserves the space of the current session, which every user has. */
function SessionSkeleton() {
  const { t } = useTexts();
  const [now] = useState(() => new Date().toISOString());
  const device = { device: 'Chrome on Windows', browser: 'Chrome', system: 'Windows', phone: false };
  const session = { _id: '', ...device, createdAt: now, lastSeenAt: now, current: true };
  return (
    <>
      <p className={hidden.always}>{t('sessions.loading')}</p>
      <Skeleton aria-hidden="true">
        <SessionList>
          <SessionRow session={session} endedBy="endSession" onEnd={() => {}} />
        </SessionList>
      </Skeleton>
    </>
  );
}
