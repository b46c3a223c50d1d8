/** Assigns records; what somebody else has is refused first, with the names, and taken only when those were seen. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answers } from '../../../../contract/answers.ts';
import { nobody } from '../../../../contract/assignee.ts';
import type { OthersChoice } from '../../../../contract/assigning.ts';
import type { AssignedCount, Assignee } from '../../../../contract/work-answers.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/work.ts';
import { answerOf, CallFailed } from '../../calls/api.ts';
import { refusalReason } from '../../calls/refusal-reason.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { invalidateApplications, type queryOf } from '../application-queries.ts';

/** Named one by one, or all that the filter of a list matched at its moment, and how many those were. */
export type AssignedRecords =
  | { ids: readonly string[] }
  | (ReturnType<typeof queryOf> & { asOf: number; total: number });

interface Wanted {
  /** Null for nobody. */
  assignee: Assignee | null;
  others?: OthersChoice;
}

export interface AssigningState {
  assign: (wanted: Wanted) => void;
  isPending: boolean;
  /** Who has how many of them, where it was refused because of that. */
  holders: readonly AssignedCount[];
  problem: string | null;
  /** Forgets what was refused. */
  reset: () => void;
}

export function useAssigning(
  records: AssignedRecords,
  onDone?: (answer: Answers['assign'], wanted: Wanted) => void,
): AssigningState {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ assignee, others = 'refuse', takenFrom }: Wanted & { takenFrom: string[] }) =>
      answerOf('assign', { json: { assignee: assignee?._id ?? nobody, others, takenFrom, ...records } }),
    onSuccess: (answer, wanted) => {
      const { assignee } = wanted;
      const count = answer.assigned + answer.unchanged;
      const values = { count, number: formatNumber(count, language) };
      if (count > 0) toastDone(assignee ? t('done', { ...values, name: assignee.name }) : t('freed', values));
      onDone?.(answer, wanted);
    },
    // After a refusal the screen is behind, too. It is not waited for: what it shows can be pressed as soon as it shows it.
    onSettled: () => void invalidateApplications(queryClient),
  });
  const holders = error instanceof CallFailed ? (error.body.others ?? []) : [];
  const [holder] = holders;
  const isOne = 'ids' in records && records.ids.length === 1;
  const names = holders.map(({ name, count }) => t('share', { name, number: formatNumber(count, language) }));
  const problem = holder
    ? isOne
      ? t('taken', { name: holder.name })
      : t('takenSeveral', { names: names.join(', ') })
    : error && (refusalReason(error, language) ?? t('failed'));
  // What a third person has taken since these were named stays there until they are named, too.
  const assign = (wanted: Wanted) => mutate({ ...wanted, takenFrom: holders.map(({ _id }) => _id) });
  return { assign, isPending, holders, problem, reset };
}
