/** The form of a stored record, and the way back to the previous screen. */
import { Alert, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { errorText } from '../../../../contract/errors.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import { CallFailed } from '../../calls/api.ts';
import { LoadFailure } from '../../frame/load-failure.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { toastDone } from '../../frame/toast.client.ts';
import { applicationQuery, copyPath, invalidateApplications, nameOf } from '../application-queries.ts';
import { ApplicationForm } from './application-form.tsx';
import { FormSkeleton } from './form-skeleton.tsx';

export default function EditApplication() {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const fromState: unknown = state?.id;
  const id = query.get('id') ?? (typeof fromState === 'string' ? fromState : null);
  if (!id) return <Navigate to="/application" replace />;
  // With its id in the URL, the record is kept after a reload and can be shared as a link.
  if (!query.has('id')) return <Navigate to={{ search: `?id=${encodeURIComponent(id)}` }} state={state} replace />;
  return <StoredApplication id={id} key={id} />;
}

function StoredApplication({ id }: { id: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // React Router counts its history entries; the first one has no previous screen.
  const [hasCameFrom] = useState(() => (window.history.state?.idx ?? 0) > 0);
  // The cached record may be older than what a colleague has saved, so it is loaded again, but not while the clerk types.
  const { data, error, isFetchedAfterMount, isFetching, refetch } = useQuery({
    ...applicationQuery(id),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const leave = () => void (hasCameFrom ? navigate(-1) : navigate(copyPath(id), { replace: true }));

  if (data && isFetchedAfterMount && !error) {
    return (
      <ApplicationForm
        record={data}
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

function NotThere({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t, language } = useTexts();
  const isGone = error instanceof CallFailed && [400, 404].includes(error.status);
  if (!isGone) return <LoadFailure error={error} onRetry={onRetry} />;
  return (
    <Alert color="brick" role="alert" title={errorText(error.body.code, language)}>
      <p>{t('notFound')}</p>
      <Button component={Link} to="/application" variant="default">
        {t('toList')}
      </Button>
    </Alert>
  );
}
