/** Erases an application for good, after showing what is erased with it. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answers, Application } from '../../../../contract/answers.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/erasing.ts';
import { answerOf, call } from '../../calls/api.ts';
import { requireGone } from '../../calls/gone.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { invalidateApplications } from '../application-queries.ts';
import styles from './erasing.module.css';
import { type Confirmed, ReasonDialog, type TypedReason } from './reason-dialog.tsx';

interface EraseDialogProps extends TypedReason {
  application: Application;
  onClose: () => void;
  /** Called and awaited before the lists are reloaded. */
  onErased?: (() => Promise<void>) | undefined;
}

export function EraseDialog({ application, onClose, onErased, ...typed }: EraseDialogProps) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const { _id: id } = application;
  const erasing = useMutation({
    mutationFn: async ({ reason }: Confirmed) => {
      const result = await call('eraseApplication', { params: { id }, json: { reason } });
      // It was erased meanwhile, maybe by an earlier press whose answer was lost.
      requireGone(result);
    },
    onSuccess: async (_, { markSaved }) => {
      markSaved();
      toastDone(t('erase.done'));
      // The record's own screen would ask for it again, so it is left first.
      await onErased?.();
      onClose();
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(id) });
    },
    onSettled: () => void invalidateApplications(queryClient),
  });
  return (
    <ReasonDialog
      {...typed}
      application={application}
      title={t('erase.title')}
      confirm={t('erase.action')}
      hint={t('erase.stays')}
      isDanger
      isBusy={erasing.isPending}
      error={erasing.error}
      onConfirm={erasing.mutate}
      onCancel={onClose}
    >
      <Losses id={id} />
      <p className={styles.never}>{t('erase.never')}</p>
    </ReasonDialog>
  );
}

const countNames: readonly (keyof Answers['erasure'])[] = [
  'files',
  'decisions',
  'notes',
  'formerVersions',
  'visits',
  'failedTries',
];

/** It counts again whenever the dialogue is opened. */
function Losses({ id }: { id: string }) {
  const { t, language } = useTexts();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['erasure', id],
    queryFn: ({ signal }) => answerOf('erasure', { params: { id }, signal }),
    staleTime: 0,
  });
  const values = (count: number) => ({ count, number: formatNumber(count, language) });
  return (
    <div aria-live="polite" aria-busy={isFetching}>
      <p className={styles.takes}>{t('erase.takes')}</p>
      <ul className={styles.losses}>
        <li>{t('erase.record')}</li>
        {data &&
          countNames.map((name) => data[name] > 0 && <li key={name}>{t(`erase.${name}`, values(data[name]))}</li>)}
        {!data && !error && <li>{t('erase.counting')}</li>}
      </ul>
      {error && (
        <p role="alert">
          {t('erase.uncounted')}{' '}
          <Button variant="default" size="sm" onClick={() => void refetch()}>
            {t('erase.retry')}
          </Button>
        </p>
      )}
    </div>
  );
}
