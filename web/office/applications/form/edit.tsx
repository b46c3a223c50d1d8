/** The screen that edits a stored application, and then returns to the previous screen. */

import { Alert, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import type { Application } from '../../../../contract/answers.ts';
import { errorText } from '../../../../contract/errors.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import { leadsNowhere } from '../../calls/gone.ts';
import { LoadFailure } from '../../frame/load-failure.tsx';
import { useNavigateWhileShown } from '../../frame/navigate-while-shown.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import { toastDone } from '../../frame/toast.client.ts';
import { applicationQuery, editPath, invalidateApplications, recordPath, useNameOf } from '../application-queries.ts';
import { ApplicationForm } from './application-form.tsx';
import { FormSkeleton } from './form-skeleton.tsx';

export default function EditApplication() {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const idInState: unknown = state?.id;
  const id = query.get('id') ?? (typeof idInState === 'string' ? idInState : null);
  if (!id) return <Navigate to="/application" replace />;
  // With the id in the URL, a reload and a copied link work.
  if (!query.has('id')) return <Navigate to={editPath(id)} state={state} replace />;
  return <StoredApplication id={id} key={id} />;
}

function StoredApplication({ id }: { id: string }) {
  const { t } = useTexts();
  const nameOf = useNameOf();
  const navigate = useNavigateWhileShown();
  const queryClient = useQueryClient();
  // React Router counts its history entries; the first one has no previous screen.
  const [hasPrevious] = useState(() => (window.history.state?.idx ?? 0) > 0);
  // A colleague may have saved a newer version than the cached one, so it is reloaded, but not while the clerk types.
  const { data, error, isFetchedAfterMount, isFetching, refetch } = useQuery({
    ...applicationQuery(id),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const leave = () => void (hasPrevious ? navigate(-1) : navigate(recordPath(id), { replace: true }));
  // A call that is still on its way may load the record again, or fail to, while the clerk types.
  const [record, setRecord] = useState<Application>();
  if (!record && data && isFetchedAfterMount && !error) setRecord(data);

  if (record) {
    return (
      <ApplicationForm
        record={record}
        onSaved={(saved) => {
          void invalidateApplications(queryClient);
          toastDone(t('saved', { name: nameOf(saved) }));
          leave();
        }}
        onLeave={leave}
      />
    );
  }
  return (
    <>
      <PageHeader title={t('editTitle')} isError={Boolean(error)} />
      {error && !isFetching ? <NotThere error={error} onRetry={refetch} /> : <FormSkeleton />}
    </>
  );
}

function NotThere({ error, onRetry }: { error: Error; onRetry: () => Promise<unknown> }) {
  const { t, language } = useTexts();
  if (!leadsNowhere(error)) return <LoadFailure error={error} onRetry={onRetry} />;
  return (
    <Alert color="brick" role="alert" title={errorText(error.body.code, language)}>
      <p>{t('notFound')}</p>
      <Button component={Link} to="/application" variant="default">
        {t('toList')}
      </Button>
    </Alert>
  );
}
