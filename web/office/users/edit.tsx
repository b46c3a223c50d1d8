import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import type { StaffUser, User } from '../../../contract/account-answers.ts';
import { errorText } from '../../../contract/errors.ts';
import { isId } from '../../../contract/id.ts';
import { userChange } from '../../../contract/user.ts';
import { useTexts } from '../../texts/office/users.ts';
import { call, NoAnswer } from '../calls/api.ts';
import { refusalReason } from '../calls/refusal-reason.ts';
import { useContractForm } from '../form/contract-form.tsx';
import { useUnansweredFields } from '../form/unanswered-fields.ts';
import { EmptyState } from '../frame/empty-state.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import { TbUserOff } from '../screen-icons.tsx';
import { Suspension } from './suspension.tsx';
import styles from './user-form.module.css';
import { UserForm, useSavedUser } from './user-form.tsx';
import { usersQuery } from './user-queries.ts';
import { UserRights } from './user-rights.tsx';
import { UserSessions } from './user-sessions.tsx';

/** The id of the user is in `?id=`, so that a link works too, or in the navigation state. */
export default function EditUser() {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const id: unknown = search.get('id') ?? state?.id;
  return typeof id === 'string' && id !== '' ? <Loaded id={id} key={id} /> : <Navigate to="/userManagement" replace />;
}

function Loaded({ id }: { id: string }) {
  const { t, language } = useTexts();
  const isPossible = isId(id);
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...usersQuery,
    enabled: isPossible,
    refetchOnMount: 'always',
  });
  const users = isFetchedAfterMount && !error ? data : undefined;
  const stored = users?.find(({ _id }) => _id === id);
  // The edited user stays on the screen even if somebody else deletes the account.
  const [opened, setOpened] = useState<StaffUser>();
  if (!opened && stored) setOpened(stored);
  if (opened) {
    const user = data?.find(({ _id }) => _id === id) ?? opened;
    return (
      <>
        <EditForm user={user} />
        <div className={styles.access}>
          <UserRights user={user} />
          <UserSessions user={user} />
          <Suspension user={user} />
        </div>
      </>
    );
  }
  const isGone = !isPossible || users !== undefined;
  return (
    <>
      <PageHeader title={t('editTitle')} isError={isGone || error !== null} />
      {isGone ? (
        <EmptyState
          icon={TbUserOff}
          title={isPossible ? t('goneTitle') : errorText('invalid_id', language)}
          text={isPossible ? t('goneText') : ''}
        >
          <Button component={Link} to="/userManagement">
            {t('toList')}
          </Button>
        </EmptyState>
      ) : error ? (
        <LoadFailure error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton height={360} maw="52rem" radius="lg" aria-label={t('loading')} />
      )}
    </>
  );
}

/** An empty password keeps the current one. */
const editRequest = userChange.extend({
  password: z.preprocess((value) => (value === '' ? undefined : value), userChange.shape.password),
});

function EditForm({ user }: { user: User }) {
  const { t, language } = useTexts();
  // The list may be reloaded with what somebody else has changed, which this form must not change back.
  const [{ _id: id, name, email }] = useState(user);
  const unanswered = useUnansweredFields<'name' | 'email'>();
  const onSaved = useSavedUser();
  const form = useContractForm({
    schema: editRequest,
    initialValues: { name, email, password: '' },
    send: (value) => {
      const before = { name, email };
      const changed = (['name', 'email'] as const).filter(
        (field) => value[field] !== before[field] || unanswered.has(field),
      );
      const json = { ...Object.fromEntries(changed.map((field) => [field, value[field]])), password: value.password };
      return unanswered.send(changed, () => call('updateUser', { params: { id }, json }));
    },
    onSaved: () => onSaved(t('saved')),
    failureText: ({ error }) =>
      error instanceof NoAnswer ? t('editError') : (refusalReason(error, language) ?? t('editFailed')),
  });
  return <UserForm form={form} />;
}
