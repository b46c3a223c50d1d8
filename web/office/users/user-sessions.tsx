import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionEntry, StaffUser } from '../../../contract/account-answers.ts';
import { useTexts } from '../../texts/office/users.ts';
import { answerOf } from '../calls/api.ts';
import { FormSection } from '../form/form-section.tsx';
import { ConfirmDialog, useLastShown } from '../frame/confirm-dialog.tsx';
import { useDateTime } from '../frame/date-time.ts';
import { useFocusedStatus } from '../frame/focused-status.ts';
import { LoadFailure, OutdatedNotice } from '../frame/load-failure.tsx';
import { SessionList, SessionRow, useDeviceName } from '../session/session-row.tsx';
import { useUserChange } from './user-change.ts';
import styles from './user-form.module.css';
import { userSessionsQuery } from './user-queries.ts';

type Ending = SessionEntry | 'all';

/** The sessions of an account, with buttons that end them. */
export function UserSessions({ user: { _id: id, name } }: { user: StaffUser }) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(userSessionsQuery(id));
  const [ending, setEnding] = useState<Ending | null>(null);
  const status = useFocusedStatus();
  const deviceName = useDeviceName();
  const time = useDateTime();
  const doneText = (ended: Ending) => (ended === 'all' ? t('where.allEnded', { name }) : t('where.ended'));
  const end = useUserChange(
    (toEnd: Ending) =>
      toEnd === 'all'
        ? answerOf('endUserSessions', { params: { id } })
        : answerOf('endUserSession', { params: { id, sessionId: toEnd._id } }),
    doneText,
  );
  const confirm = (toEnd: Ending) =>
    end.mutate(toEnd, {
      onSuccess: () => {
        status.show(doneText(toEnd));
        setEnding(null);
      },
    });
  const close = () => {
    end.reset();
    setEnding(null);
  };
  const lastEnding = useLastShown(ending) ?? 'all';
  const only = lastEnding === 'all' ? null : lastEnding;
  return (
    <FormSection title={t('where.title')} text={t('where.text', { name })}>
      {error && !data && <LoadFailure error={error} onRetry={() => refetch()} />}
      {error && data && <OutdatedNotice onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={64} aria-label={t('where.loading')} />}
      {data && data.length > 0 && (
        <SessionList>
          {data.map((session) => (
            <SessionRow key={session._id} session={session} endedBy="endUserSession" onEnd={() => setEnding(session)} />
          ))}
        </SessionList>
      )}
      <div className={`spread ${styles.row}`}>
        <p role="status" ref={status.ref} tabIndex={-1}>
          {data?.length === 0 ? t('where.none', { name }) : status.text}
        </p>
        {data && data.length > 1 && (
          <Button variant="default" onClick={() => setEnding('all')}>
            {t('where.endAll')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={ending !== null}
        title={only ? t('where.endTitle') : t('where.endAllTitle')}
        confirm={only ? t('where.end') : t('where.endAll')}
        isDanger
        isBusy={end.isPending}
        problem={end.problem}
        onConfirm={() => ending && confirm(ending)}
        onCancel={close}
      >
        <Text>
          {only
            ? t('where.endText', { name, device: deviceName(only), since: time(only.createdAt) })
            : t('where.endAllText', { name })}
        </Text>
      </ConfirmDialog>
    </FormSection>
  );
}
