import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffUser } from '../../../contract/answers.ts';
import { useTexts } from '../../texts/office/users.ts';
import { refusalReason } from '../calls/refusal-reason.ts';
import { toastDone, toastError } from '../frame/toast.client.ts';
import { usersQuery } from './user-queries.ts';

/**
 * A change of somebody's account that holds at once: says what was done, or why not, and reads accounts and sessions
 * again either way. Changes are sent one after the other, in the order in which they were asked for.
 */
export function useUserChange<Input>(
  work: (input: Input) => Promise<StaffUser | null>,
  doneText: (input: Input) => string,
) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const textOf = (error: unknown) => refusalReason(error, language) ?? t('changeFailed');
  const change = useMutation({
    mutationFn: work,
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
