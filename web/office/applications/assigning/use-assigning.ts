/**
 * Assigns applications. If others have some of them, the call is refused with the names of these people, and takes the
 * applications only after the user has seen the names.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answers } from '../../../../contract/answers.ts';
import { nobody, type OthersChoice } from '../../../../contract/assigning.ts';
import type { AssignedCount, Assignee } from '../../../../contract/work-answers.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/work.ts';
import { answerOf, CallFailed } from '../../calls/api.ts';
import { failureText } from '../../calls/failure-text.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { invalidateApplications, type queryOf } from '../application-queries.ts';

/** Applications by id, or all that the filter of a list matched at its moment, with their number. */
export type AssignedRecords =
  | { ids: readonly string[] }
  | (ReturnType<typeof queryOf> & { asOf: number; total: number });

interface Assignment {
  /** Null for nobody. */
  assignee: Assignee | null;
  others?: OthersChoice;
}

interface AssigningState {
  assign: (assignment: Assignment) => void;
  isPending: boolean;
  /** The people because of whom the last call was refused. */
  otherAssignees: readonly AssignedCount[];
  problem: string | null;
  /** Clears the refusal. */
  reset: () => void;
}

export function useAssigning(
  records: AssignedRecords,
  onDone?: (answer: Answers['assign'], assignment: Assignment) => void,
): AssigningState {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ assignee, others = 'refuse', takenFrom }: Assignment & { takenFrom: string[] }) =>
      answerOf('assign', { json: { assignee: assignee?._id ?? nobody, others, takenFrom, ...records } }),
    onSuccess: (answer, assignment) => {
      const { assignee } = assignment;
      const count = answer.assigned + answer.unchanged;
      const values = { count, number: formatNumber(count, language) };
      if (count > 0) toastDone(assignee ? t('done', { ...values, name: assignee.name }) : t('freed', values));
      onDone?.(answer, assignment);
    },
    // After a refusal the screen is out of date as well. Nothing waits for the reload.
    onSettled: () => void invalidateApplications(queryClient),
  });
  const otherAssignees = error instanceof CallFailed ? (error.body.others ?? []) : [];
  const [otherAssignee] = otherAssignees;
  const isOne = 'ids' in records && records.ids.length === 1;
  const names = otherAssignees.map(({ name, count }) => t('share', { name, number: formatNumber(count, language) }));
  const problem = otherAssignee
    ? isOne
      ? t('taken', { name: otherAssignee.name })
      : t('takenSeveral', { names: names.join(', ') })
    : error && failureText(error, language, t('failed'));
  // The server refuses again if somebody whose name was not shown has taken some meanwhile.
  const assign = (assignment: Assignment) => mutate({ ...assignment, takenFrom: otherAssignees.map(({ _id }) => _id) });
  return { assign, isPending, otherAssignees, problem, reset };
}
