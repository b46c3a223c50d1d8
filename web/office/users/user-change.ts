import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../texts/office/users.ts';
import { refusalReason } from '../calls/refusal-reason.ts';
import { toastDone, toastError } from '../frame/toast.client.ts';
import { usersQuery } from './user-queries.ts';

/**
 * A change of somebody's account that holds at once: says what was done, or why not, and reads accounts and sessions
 * again either way.
 */
export function useUserChange<Input>(work: (input: Input) => Promise<unknown>, doneText: (input: Input) => string) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: (_, input) => toastDone(doneText(input)),
    onError: (error) => toastError(refusalReason(error, language) ?? t('changeFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey }),
  });
}
