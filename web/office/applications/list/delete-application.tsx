/** Deletes an application after a confirmation, with a button that undoes it. */
import { Button, CloseButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Application } from '../../../../contract/answers.ts';
import { formFields } from '../../../../contract/application-form.ts';
import { errorText } from '../../../../contract/errors.ts';
import { isId } from '../../../../contract/id.ts';
import { StatusTag } from '../../../application/status-tag.tsx';
import { useTexts } from '../../../texts/office/applications.ts';
import { CallFailed, call } from '../../calls/api.ts';
import { requireGone } from '../../calls/gone.ts';
import { ConfirmDialog, useLastShown } from '../../frame/confirm-dialog.tsx';
import notices from '../../frame/notice.module.css';
import { toastRepeated } from '../../frame/toast.client.ts';
import { Allowed } from '../../session/allowed.tsx';
import { invalidateApplications, recordPath, useNameOf } from '../application-queries.ts';
import styles from './delete-application.module.css';

type Notice =
  | { kind: 'deleted' | 'restored'; application: Application }
  /** `deleted` is the application whose deletion the user tried to undo, and may again. */
  | { kind: 'problem'; text: string; deleted: Application | null };

/** Its message is the reason of the failure in the user's language. */
class Refused extends Error {}

export function useDeletion(onDeleted?: (id: string) => void) {
  const { t, language } = useTexts();
  const nameOf = useNameOf();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<Application | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);

  const deletion = useMutation({
    mutationFn: async ({ _id: id }: Application) => {
      if (!isId(id)) throw new Refused(errorText('invalid_id', language));
      requireGone(await call('deleteApplication', { params: { id } }));
    },
    onSuccess: (_, application) => {
      setRemoving(null);
      setNotice({ kind: 'deleted', application });
      onDeleted?.(application._id);
      toastRepeated(t('deleted'));
    },
    onSettled: () => void invalidateApplications(queryClient),
  });
  const deletionProblem = (error: Error) => {
    if (error instanceof Refused) return error.message;
    if (!(error instanceof CallFailed)) return t('deleteError');
    return error.body.code === 'held' ? errorText('held', language) : t('deleteFailed');
  };
  const restoring = useMutation({
    mutationFn: async ({ _id: id }: Application) => {
      const result = await call('restoreApplication', { params: { id } });
      if (result.ok || (result.status === 404 && (await isLive(id)))) return;
      throw new Refused(result.status === 409 ? errorText(result.error.code, language) : t('restoreFailed'));
    },
    onSuccess: (_, application) => {
      setNotice({ kind: 'restored', application });
      toastRepeated(t('restored'));
    },
    onError: (error, application) => {
      const problem = error instanceof Refused ? error.message : t('restoreError');
      const { passport } = application;
      const text = t('restoreProblem', { name: nameOf(application), passport, problem });
      setNotice((former) => {
        const isUndo = former !== null && deletedIn(former)?._id === application._id;
        return { kind: 'problem', text, deleted: isUndo ? application : null };
      });
    },
    onSettled: () => void invalidateApplications(queryClient),
  });
  return {
    ask: (application: Application) => {
      deletion.reset();
      setRemoving(application);
    },
    restore: (application: Application) => restoring.mutate(application),
    restoringId: restoring.isPending ? restoring.variables._id : null,
    dialog: {
      application: removing,
      isBusy: deletion.isPending,
      problem: deletion.error && deletionProblem(deletion.error),
      onConfirm: () => removing && deletion.mutate(removing),
      onCancel: () => setRemoving(null),
    },
    notice,
    dismiss: () => setNotice(null),
  };
}

/** An earlier press whose answer was lost may have restored it. */
async function isLive(id: string): Promise<boolean> {
  return (await call('application', { params: { id } })).ok;
}

/** The application whose deletion the notice lets the user undo. */
function deletedIn(notice: Notice): Application | null {
  if (notice.kind === 'problem') return notice.deleted;
  return notice.kind === 'deleted' ? notice.application : null;
}

type Deletion = ReturnType<typeof useDeletion>;

export function DeleteDialog({ application, ...dialog }: Deletion['dialog']) {
  const { t, language } = useTexts();
  const nameOf = useNameOf();
  const last = useLastShown(application);
  return (
    <ConfirmDialog isOpen={application !== null} title={t('deleteTitle')} confirm={t('delete')} isDanger {...dialog}>
      {last && (
        <dl className={styles.record}>
          <dt>{t('column.name')}</dt>
          <dd>{nameOf(last)}</dd>
          <dt>{formFields.passport.label[language]}</dt>
          <dd>{last.passport}</dd>
          <dt>{t('column.status')}</dt>
          <dd>
            <StatusTag status={last.isStatus} />
          </dd>
        </dl>
      )}
      <p className={styles.consequence}>{t('deleteText')}</p>
    </ConfirmDialog>
  );
}

/** Says that an application was deleted or restored, with a button to undo or view it, until the next change. */
export function DeletionNotice({ notice, restore, restoringId, dismiss }: Deletion) {
  const { t } = useTexts();
  const nameOf = useNameOf();
  const textId = useId();
  const box = useRef<HTMLDivElement>(null);
  // The dialogue returns the focus to a button that is removed with its row, so the focus moves here.
  useEffect(() => {
    if (!notice) return;
    const frame = requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('a, button')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [notice]);
  const isProblem = notice?.kind === 'problem';
  const deleted = notice && deletedIn(notice);
  return (
    <div ref={box} role={isProblem ? 'alert' : 'status'} className={`${notices.row} ${isProblem ? notices.error : ''}`}>
      {notice && (
        <>
          <span id={textId}>
            {notice.kind === 'problem'
              ? notice.text
              : t(`${notice.kind}Notice`, { name: nameOf(notice.application), passport: notice.application.passport })}
          </span>
          {deleted && (
            <Allowed call="restoreApplication">
              <Button
                variant="default"
                loading={restoringId === deleted._id}
                onClick={() => restore(deleted)}
                aria-describedby={textId}
              >
                {t('undo')}
              </Button>
            </Allowed>
          )}
          {notice.kind === 'restored' && (
            <Button
              variant="default"
              component={Link}
              to={recordPath(notice.application._id)}
              aria-describedby={textId}
            >
              {t('view')}
            </Button>
          )}
          <CloseButton size={44} iconSize={20} aria-label={t('dismiss')} onClick={dismiss} />
        </>
      )}
    </div>
  );
}
