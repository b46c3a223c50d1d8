import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../contract/account-answers.ts';
import { isId } from '../../../contract/id.ts';
import { useTexts } from '../../texts/office/users.ts';
import { answerOf, CallFailed } from '../calls/api.ts';
import { refusalReason } from '../calls/refusal-reason.ts';
import { ConfirmDialog, useLastShown } from '../frame/confirm-dialog.tsx';
import { toastError, toastRepeated } from '../frame/toast.client.ts';
import { usersQuery } from './user-queries.ts';

interface DeleteUserProps {
  /** The user to delete; null while the dialogue is closed. */
  user: User | null;
  onClose: () => void;
  onDeleted: (user: User) => void;
}

/** Asks for confirmation, deletes the user and reloads the list. */
export function DeleteUser({ user, onClose, onDeleted }: DeleteUserProps) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const textOf = (error: unknown) => refusalReason(error, language) ?? t('deleteFailed');
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: ({ _id: id }: User) => {
      if (!isId(id)) throw new CallFailed(400, { code: 'invalid_id', message: '', requestId: '' });
      return answerOf('deleteUser', { params: { id } });
    },
    onSuccess: (deleted) => {
      toastRepeated(t('deleted', { name: deleted.name }));
      onClose();
      onDeleted(deleted);
    },
    onError: (failure) => toastError(textOf(failure)),
    onSettled: () => void queryClient.invalidateQueries(usersQuery),
  });
  const close = () => {
    reset();
    onClose();
  };
  const { name = '', email = '' } = useLastShown(user) ?? {};
  return (
    <ConfirmDialog
      isOpen={user !== null}
      title={t('deleteTitle')}
      confirm={t('deleteConfirm')}
      isDanger
      isBusy={isPending}
      problem={error && textOf(error)}
      onConfirm={() => user && mutate(user)}
      onCancel={close}
    >
      <Text>{t('deleteText', { name, email })}</Text>
    </ConfirmDialog>
  );
}
