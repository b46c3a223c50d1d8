/** Holds an application, or releases a held one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/erasing.ts';
import { answerOf } from '../../calls/api.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { invalidateApplications } from '../application-queries.ts';
import { type Confirmed, ReasonDialog, type TypedReason } from './reason-dialog.tsx';

interface HoldDialogProps extends TypedReason {
  application: Application;
  action: 'hold' | 'release';
  onClose: () => void;
}

export function HoldDialog({ application, action, onClose, ...typed }: HoldDialogProps) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const { _id: id } = application;
  const holding = useMutation({
    mutationFn: ({ reason }: Confirmed) =>
      answerOf('holdApplication', { params: { id }, json: { hold: action === 'hold', reason } }),
    onSuccess: (_, { markSaved }) => {
      markSaved();
      toastDone(t(`${action}.done`));
      onClose();
    },
    onSettled: () => void invalidateApplications(queryClient),
  });
  return (
    <ReasonDialog
      {...typed}
      application={application}
      title={t(`${action}.title`)}
      confirm={t(`${action}.action`)}
      isBusy={holding.isPending}
      error={holding.error}
      onConfirm={holding.mutate}
      onCancel={onClose}
    >
      <p>{t(`${action}.text`)}</p>
    </ReasonDialog>
  );
}
