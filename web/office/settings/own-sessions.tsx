import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SessionEntry } from '../../../contract/answers.ts';
import { timeInWords } from '../../texts/dates.ts';
import { useTexts } from '../../texts/office/settings.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { ConfirmDialog } from '../frame/confirm-dialog.tsx';
import { TbDeviceDesktop, TbDeviceMobile } from '../frame/icons.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import { toastDone, toastError } from '../frame/toast.client.ts';
import { Allowed } from '../session/allowed.tsx';
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
  const [isWhole, setWhole] = useState(false);
  const [done, setDone] = useState<{ text: string } | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const end = useMutation({
    mutationFn: (sessions: SessionEntry[]) => endSessions(sessions.map(({ _id }) => _id)),
    onSuccess: (_, sessions) => {
      const text = sessions.length > 1 ? t('sessions.endedOthers') : t('sessions.ended');
      toastDone(text);
      setDone({ text });
      setEnding([]);
    },
    onError: () => toastError(t('sessions.endFailed')),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
  // The row is removed together with the button that opened the dialogue, so the focus has to be moved.
  useEffect(() => {
    if (done) status.current?.focus();
  }, [done]);
  const close = () => {
    end.reset();
    setEnding([]);
  };
  // The dialogue keeps its content while it fades out.
  const asked = useRef(ending);
  if (ending.length > 0) asked.current = ending;
  const [only] = asked.current;
  const count = asked.current.length;

  const sessions = [...(data ?? [])].sort((a, b) => Number(b.current) - Number(a.current));
  const others = sessions.filter(({ current }) => !current);
  const wordsOf = useDeviceWords();
  const time = useTime();
  return (
    <>
      {error && !data && <LoadFailure error={error} onRetry={() => refetch()} />}
      {isWaiting && <WaitingSession />}
      {data && (
        <ul className={styles.sessions}>
          {sessions.slice(0, isWhole ? undefined : shownFirst).map((session) => (
            <Session key={session._id} session={session} onEnd={() => setEnding([session])} />
          ))}
        </ul>
      )}
      <div className={styles.end}>
        <p role="status" ref={status} tabIndex={-1}>
          {done?.text ?? (isWaiting ? '\u00a0' : data && others.length === 0 && t('sessions.onlyHere'))}
        </p>
        {!isWhole && sessions.length > shownFirst && (
          <Button variant="subtle" className={styles.more} onClick={() => setWhole(true)}>
            {t('sessions.showAll', { number: sessions.length.toLocaleString(language) })}
          </Button>
        )}
        {others.length > 1 && (
          <Allowed call="endSession">
            <Button variant="default" onClick={() => setEnding(others)}>
              {t('sessions.endOthers')}
            </Button>
          </Allowed>
        )}
      </div>
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
            ? t('sessions.endOthersText', { count, number: count.toLocaleString(language) })
            : only && t('sessions.endText', { device: wordsOf(only.device), since: time(only.createdAt) })}
        </Text>
      </ConfirmDialog>
    </>
  );
}

/** Reserves the space of this device's session, which every user has. */
function WaitingSession() {
  const { t } = useTexts();
  const [now] = useState(() => new Date().toISOString());
  const session = { _id: '', device: 'Chrome on Windows', createdAt: now, lastSeenAt: now, current: true };
  return (
    <>
      <p className={hidden.always}>{t('sessions.loading')}</p>
      <Skeleton aria-hidden="true">
        <ul className={styles.sessions}>
          <Session session={session} onEnd={() => {}} />
        </ul>
      </Skeleton>
    </>
  );
}

function Session({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const { t } = useTexts();
  const wordsOf = useDeviceWords();
  const time = useTime();
  const { device, createdAt, lastSeenAt, current } = session;
  const isPhone = /iPhone|Android/.test(device);
  const Icon = isPhone ? TbDeviceMobile : TbDeviceDesktop;
  const name = wordsOf(device);
  return (
    <li>
      <span className={styles.sign} aria-hidden="true">
        <Icon size={22} strokeWidth={1.75} />
      </span>
      <div>
        <p className={styles.device}>
          <strong>{name}</strong> {current && <span className={styles.here}>{t('sessions.here')}</span>}
        </p>
        <dl className={styles.times}>
          <div>
            <dt>{t('sessions.since')}</dt>
            <dd>
              <time dateTime={createdAt}>{time(createdAt)}</time>
            </dd>
          </div>
          <div>
            <dt>{t('sessions.seen')}</dt>
            <dd>
              <time dateTime={lastSeenAt}>{time(lastSeenAt)}</time>
            </dd>
          </div>
        </dl>
      </div>
      {!current && (
        <Allowed call="endSession">
          <Button
            variant="default"
            size="sm"
            onClick={onEnd}
            aria-label={t('sessions.endOf', { device: name, since: time(createdAt) })}
          >
            {t('sessions.end')}
          </Button>
        </Allowed>
      )}
    </li>
  );
}

/** The server names the device in English, such as `Chrome on Android`. */
function useDeviceWords() {
  const { t } = useTexts();
  return (device: string) => {
    const [browser, system] = device.split(' on ');
    if (browser && system) return t('sessions.device', { browser, system });
    return device === 'Unknown device' ? t('sessions.unknown') : device;
  };
}

function useTime() {
  const { language } = useTexts();
  return (at: string) => timeInWords(at, language, { dateStyle: 'medium', timeStyle: 'short' });
}
