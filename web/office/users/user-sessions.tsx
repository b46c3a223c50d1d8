import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SessionEntry, StaffUser } from '../../../contract/answers.ts';
import { useTexts } from '../../texts/office/users.ts';
import { answerOf } from '../calls/api.ts';
import { FormSection } from '../form/form-section.tsx';
import { ConfirmDialog, useLastShown } from '../frame/confirm-dialog.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import { SessionList, SessionRow, useDeviceName, useSessionTime } from '../session/session-row.tsx';
import { useUserChange } from './user-change.ts';
import styles from './user-form.module.css';
import { userSessionsQuery } from './user-queries.ts';

type Ending = SessionEntry | 'all';

/** Where somebody is signed in, and buttons that end it. */
export function UserSessions({ user: { _id: id, name } }: { user: StaffUser }) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(userSessionsQuery(id));
  const [asked, setAsked] = useState<Ending | null>(null);
  const [done, setDone] = useState<{ text: string } | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const deviceName = useDeviceName();
  const time = useSessionTime();
  const textOf = (ending: Ending) => (ending === 'all' ? t('where.allEnded', { name }) : t('where.ended'));
  const end = useUserChange(
    (ending: Ending) =>
      ending === 'all'
        ? answerOf('endUserSessions', { params: { id } })
        : answerOf('endUserSession', { params: { id, sessionId: ending._id } }),
    textOf,
  );
  const confirm = (ending: Ending) =>
    end.mutate(ending, {
      onSuccess: () => {
        setDone({ text: textOf(ending) });
        setAsked(null);
      },
    });
  const close = () => {
    end.reset();
    setAsked(null);
  };
  // The row is removed together with the button that opened the dialogue, so the focus has to be moved.
  useEffect(() => {
    if (done) status.current?.focus();
  }, [done]);
  const last = useLastShown(asked) ?? 'all';
  const one = last === 'all' ? null : last;
  return (
    <FormSection title={t('where.title')} text={t('where.text', { name })}>
      {error && !data && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={64} aria-label={t('where.loading')} />}
      {data && data.length > 0 && (
        <SessionList>
          {data.map((session) => (
            <SessionRow key={session._id} session={session} endedBy="endUserSession" onEnd={() => setAsked(session)} />
          ))}
        </SessionList>
      )}
      <div className={styles.row}>
        <p role="status" ref={status} tabIndex={-1}>
          {data?.length === 0 ? t('where.none', { name }) : done?.text}
        </p>
        {data && data.length > 1 && (
          <Button variant="default" onClick={() => setAsked('all')}>
            {t('where.endAll')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={one ? t('where.endTitle') : t('where.endAllTitle')}
        confirm={one ? t('where.end') : t('where.endAll')}
        isDanger
        isBusy={end.isPending}
        problem={end.problem}
        onConfirm={() => asked && confirm(asked)}
        onCancel={close}
      >
        <Text>
          {one
            ? t('where.endText', { name, device: deviceName(one.device), since: time(one.createdAt) })
            : t('where.endAllText', { name })}
        </Text>
      </ConfirmDialog>
    </FormSection>
  );
}
