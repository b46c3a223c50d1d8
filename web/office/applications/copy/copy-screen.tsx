/** The screen of the office's copy: one application, with its documents and decisions. */
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import type { Application } from '../../../../contract/answers.ts';
import { errorText } from '../../../../contract/errors.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { leadsNowhere } from '../../calls/gone.ts';
import { LoadFailure, OutdatedNotice } from '../../frame/load-failure.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { applicationQuery, recordPath } from '../application-queries.ts';
import { DeleteDialog, DeletionNotice, useDeletion } from '../list/delete-application.tsx';
import { removeFromLeftSelection } from '../list/list-selection.ts';
import { Copy } from './copy.tsx';
import { CopyActions } from './copy-actions.tsx';
import styles from './copy-screen.module.css';
import { NavigationBar } from './navigation-bar.tsx';

export default function CopyScreen() {
  const { id: idInPath } = useParams();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const idInUrl = idInPath ?? query.get('id');
  const idInState: unknown = state?.id;
  if (idInUrl) {
    return (
      <>
        <NavigationBar id={idInUrl} />
        <CopyWithRemoval key={idInUrl} id={idInUrl} />
      </>
    );
  }
  if (typeof idInState !== 'string') return <Navigate to="/application" replace />;
  // With the id in the URL, a reload and a copied link work.
  return <Navigate to={recordPath(idInState)} replace state={state} />;
}

/** The id of the link to the list, where nothing else is left on the screen. */
const toListId = 'to-list';

function CopyWithRemoval({ id }: { id: string }) {
  const deletion = useDeletion(removeFromLeftSelection);
  // The pressed button is removed with the notice.
  const dismiss = () => {
    (document.getElementById(toListId) ?? document.getElementById('main'))?.focus({ preventScroll: true });
    deletion.dismiss();
  };
  return (
    <>
      <div data-screen-only="">
        <DeletionNotice {...deletion} dismiss={dismiss} />
      </div>
      <LoadedCopy id={id} onDelete={deletion.ask} isChangedHere={deletion.notice !== null} />
      <DeleteDialog {...deletion.dialog} />
    </>
  );
}

interface LoadedCopyProps {
  id: string;
  onDelete: (application: Application) => void;
  /** It was just deleted or restored on this screen, which says so above. */
  isChangedHere: boolean;
}

function LoadedCopy({ id, onDelete, isChangedHere }: LoadedCopyProps) {
  const { t } = useTexts();
  const copy = useRef<HTMLElement>(null);
  // A prefetched application may have been changed or deleted meanwhile.
  const { data, error, refetch } = useQuery({ ...applicationQuery(id), refetchOnMount: 'always' });
  if (leadsNowhere(error)) {
    return <Missing status={error.status} isChangedHere={isChangedHere} />;
  }
  if (!data) {
    return (
      <>
        <PageHeader title={t('title')} isError={error !== null} />
        {error ? <LoadFailure error={error} onRetry={() => refetch()} /> : <CopySkeleton />}
      </>
    );
  }
  return (
    <>
      <div data-screen-only="">
        <PageHeader
          title={t('title')}
          actions={<CopyActions application={data} copy={copy} onDelete={() => onDelete(data)} />}
        />
        {error && <OutdatedNotice onRetry={() => refetch()} />}
      </div>
      <Copy application={data} ref={copy} />
    </>
  );
}

/** Shown if the application is deleted or unknown, or if the id is invalid. */
function Missing({ status, isChangedHere }: { status: number; isChangedHere: boolean }) {
  const { t, language } = useTexts();
  const isUnknown = status === 404;
  // The notice above may be closed.
  const [isDeletedHere] = useState(isChangedHere);
  const missing = isUnknown ? t('goneTitle') : errorText('invalid_id', language);
  return (
    <>
      <PageHeader title={isDeletedHere ? t('deletedTitle') : missing} isError={!isDeletedHere} />
      {!isDeletedHere && <p className={styles.missing}>{isUnknown ? t('goneText') : t('wrongText')}</p>}
      <Group gap="sm">
        <Button id={toListId} component={Link} to="/application">
          {t('toList')}
        </Button>
        {isUnknown && (
          <Button component={Link} to="/application?deleted=1" variant="default">
            {t('toDeleted')}
          </Button>
        )}
      </Group>
    </>
  );
}

function CopySkeleton() {
  const { t } = useTexts();
  return (
    <Stack gap="md" role="status" aria-label={t('loading')}>
      <Skeleton height="18rem" radius="lg" />
      <Skeleton height="24rem" radius="lg" />
    </Stack>
  );
}
