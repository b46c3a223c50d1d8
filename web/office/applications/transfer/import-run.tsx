/** The screen of one import, which shows its columns, its progress or its outcome, depending on its state. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type ImportState, isBusy, mayStep } from '../../../../contract/import.ts';
import type { ImportRun } from '../../../../contract/transfer-answers.ts';
import { leadsNowhere } from '../../calls/gone.ts';
import { EmptyState } from '../../frame/empty-state.tsx';
import { TbChevronLeft } from '../../frame/icons.tsx';
import { LoadFailure } from '../../frame/load-failure.tsx';
import notice from '../../frame/notice.module.css';
import { PageHeader } from '../../frame/page-header.tsx';
import { TbFile } from '../../screen-icons.tsx';
import { invalidateApplications } from '../application-queries.ts';
import { ImportColumnsForm } from './import-columns.tsx';
import { ImportDeletion } from './import-deletion.tsx';
import { UndoDialog } from './import-dialogs.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportProgress } from './import-progress.tsx';
import { importQuery } from './import-queries.ts';
import styles from './import-run.module.css';
import { ImportSteps } from './import-steps.tsx';
import { useImportWords } from './import-words.ts';

export default function ImportRunScreen() {
  const { id = '' } = useParams();
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { t } = useImportWords();
  const { data: run, error, refetch } = useQuery(importQuery(id));
  if (leadsNowhere(error)) {
    return (
      <>
        <PageHeader title={t('title')} isError />
        <EmptyState icon={TbFile} title={t('gone.title')} text={t('gone.text')}>
          <Button component={Link} to="/import">
            {t('toList')}
          </Button>
        </EmptyState>
      </>
    );
  }
  if (!run) {
    return (
      <>
        <PageHeader title={t('title')} isError={error !== null} />
        {error ? (
          <LoadFailure error={error} onRetry={() => refetch()} />
        ) : (
          <Skeleton height={360} radius="lg" role="status" aria-label={t('loading')} />
        )}
      </>
    );
  }
  return <Shown run={run} isStale={error !== null} />;
}

/** The states that change the list of applications. */
const changesList: ReadonlySet<ImportState> = new Set(['imported', 'undone']);

function Shown({ run, isStale }: { run: ImportRun; isStale: boolean }) {
  const { t, number, time, day } = useImportWords();
  const queryClient = useQueryClient();
  const [isMapping, setMapping] = useState(false);
  const [isAskingUndo, setAskingUndo] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = run;
  const isWorking = isBusy(state);
  const isReading = state === 'reading';
  // The columns can be chosen again after a check.
  const view = state === 'checked' && isMapping ? 'read' : state;
  // After another check its result is shown. The form of the columns is unmounted by then and cannot do this.
  if (isMapping && state !== 'checked') setMapping(false);
  const mayUndo = mayStep(state, 'undo');
  if (isAskingUndo && !mayUndo) setAskingUndo(false);
  const previous = useRef({ view, state });
  useEffect(() => {
    const { current } = previous;
    if (current.state !== state && changesList.has(state)) void invalidateApplications(queryClient);
    // The button that led here was removed with the focus on it.
    if (current.view !== view && document.activeElement === document.body) heading.current?.focus();
    previous.current = { view, state };
  }, [view, state, queryClient]);
  return (
    <>
      <Link to="/import" className={styles.back} data-target="">
        <TbChevronLeft size={18} aria-hidden />
        {t('toList')}
      </Link>
      <PageHeader title={t('title')} actions={<ImportDeletion run={run} />} />
      <p className={`row ${styles.about}`}>
        <strong>{run.fileName || t('nameless')}</strong>
        {!isReading && <span>{t('count.rows', { count: run.rows, number: number(run.rows) })}</span>}
        <span>{t('brought', { name: run.by, time: time(run.createdAt) })}</span>
        <span>{t('goes', { day: day(run.expiresAt) })}</span>
      </p>
      <ImportSteps state={state} isMapping={view === 'read'} />
      <section aria-labelledby="step">
        <h2 id="step" ref={heading} tabIndex={-1} className={styles.heading}>
          {t(`heading.${view}`)}
        </h2>
        {isStale && (
          <p role="alert" className={`${notice.pending} ${styles.stale}`}>
            {t(isWorking ? 'staleBusy' : 'stale')}
          </p>
        )}
        {view === 'read' && (
          <ImportColumnsForm run={run} onBack={state === 'checked' ? () => setMapping(false) : null} />
        )}
        {isReading && <p role="status">{t('readingNote')}</p>}
        {isWorking && !isReading && <ImportProgress run={run} onUndo={() => setAskingUndo(true)} />}
        {view !== 'read' && !isWorking && (
          <ImportOutcome run={run} onColumns={() => setMapping(true)} onUndo={() => setAskingUndo(true)} />
        )}
      </section>
      {/* Here, so that the question stays when the import ends meanwhile; its title then says how many there are. */}
      {isAskingUndo && mayUndo && <UndoDialog run={run} onClose={() => setAskingUndo(false)} />}
    </>
  );
}
