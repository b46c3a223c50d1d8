/** Assigns one record; what somebody else has is refused first, with the name, and taken only when that was seen. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '../../../../contract/answers.ts';
import type { OthersChoice } from '../../../../contract/assigning.ts';
import { errorText } from '../../../../contract/errors.ts';
import type { Holder } from '../../../../contract/work-answers.ts';
import { useTexts } from '../../../texts/office/work.ts';
import { answerOf, CallFailed } from '../../calls/api.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { applicationsChanged } from '../application-queries.ts';

interface Wanted {
  assignee: string;
  /** For the message; null for nobody. */
  name: string | null;
  others?: OthersChoice;
}

export interface AssigningState {
  assign: (wanted: Wanted) => void;
  isPending: boolean;
  /** Who has it, where it was refused because of that. */
  holders: readonly Holder[];
  problem: string | null;
}

export function useAssigning({ _id }: Pick<Application, '_id'>, onDone?: () => void): AssigningState {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ assignee, others = 'refuse' }: Wanted) => {
      await answerOf('assign', { json: { assignee, others, ids: [_id] } });
    },
    onSuccess: (_, { name }) => {
      toastDone(name === null ? t('freed') : t('done', { name }));
      onDone?.();
    },
    // After a refusal the screen is behind, too.
    onSettled: () => applicationsChanged(queryClient),
  });
  const holders = error instanceof CallFailed ? (error.body.others ?? []) : [];
  const isOurs = error instanceof CallFailed && error.body.code !== 'internal_error';
  const [holder] = holders;
  const problem = holder
    ? t('taken', { name: holder.name })
    : error && (isOurs ? errorText(error.body.code, language) : t('failed'));
  return { assign: mutate, isPending, holders, problem };
}
