import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slots } from '../../../../contract/application-form.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { answerOf, CallFailed } from '../../calls/api.ts';
import { failureMessage } from '../../calls/failure-message.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { invalidateApplications } from '../application-queries.ts';

interface DocumentRemovalProps {
  application: Application;
  slot: Slot;
  onCancel: () => void;
  onRemoved: (application: Application) => void;
}

/** Asks before a document is removed. */
export function DocumentRemoval({ application, slot, onCancel, onRemoved }: DocumentRemovalProps) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const { _id: id, givenN, surname, passport } = application;
  const person = t('person', { name: `${givenN} ${surname}`, passport });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerOf('updateAttachments', { params: { id }, json: { remove: slot } }),
    onSuccess: onRemoved,
    onSettled: () => void invalidateApplications(queryClient),
  });
  const problem =
    error instanceof CallFailed ? failureMessage(error.body, language) || t('slots.refused') : t('slots.unanswered');
  return (
    <ConfirmDialog
      isOpen
      title={t('slots.removeTitle')}
      confirm={t('slots.remove')}
      isDanger
      isBusy={isPending}
      problem={error && problem}
      onConfirm={() => mutate()}
      onCancel={onCancel}
    >
      <Text>{t('slots.removeText', { label: slots[slot].label[language], person })}</Text>
    </ConfirmDialog>
  );
}
