import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffUser } from '../../../contract/account-answers.ts';
import { useTexts } from '../../texts/office/users.ts';
import { failureText } from '../calls/failure-text.ts';
import { toastDone, toastError } from '../frame/toast.client.ts';
import { usersQuery } from './user-queries.ts';

/**
 * A mutation that changes an account: it shows a toast of success or failure and reloads accounts and sessions. Changes
 * are sent one after another, in the order of the clicks.
 */
export function useUserChange<Input>(
  send: (input: Input) => Promise<StaffUser | null>,
  doneText: (input: Input) => string,
) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const textOf = (error: unknown) => failureText(error, language, t('changeFailed'));
  const change = useMutation({
    mutationFn: send,
    scope: { id: 'accounts' },
    onSuccess: (changed, input) => {
      toastDone(doneText(input));
      queryClient.setQueryData(usersQuery.queryKey, (users) =>
        users?.map((user) => (user._id === changed?._id ? changed : user)),
      );
    },
    onError: (error) => toastError(textOf(error)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: usersQuery.queryKey }),
  });
  return { ...change, problem: change.error && textOf(change.error) };
}
