/** The cached queries of imports, which poll while the server works on one, and the calls that start its next step. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type DateOrder, type ImportColumns, isBusy } from '../../../../contract/import.ts';
import type { ImportRun } from '../../../../contract/transfer-answers.ts';
import { answerOf, CallFailed } from '../../calls/api.ts';

const all = ['imports'] as const;
const runPollMs = 1_000;
const listPollMs = 3_000;

export const importsQuery = queryOptions({
  queryKey: [...all, 'list'],
  queryFn: ({ signal }) => answerOf('imports', { signal }),
  refetchInterval: ({ state }) => (state.data?.some((run) => isBusy(run.state)) ? listPollMs : false),
});

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: ({ signal }) => answerOf('importRun', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.state) ? runPollMs : false),
    retry: (count, error) => !(error instanceof CallFailed) && count < 2,
  });

export type Step =
  | { call: 'checkImport'; columns: ImportColumns; dateOrder: DateOrder | null }
  | { call: 'startImport' | 'undoImport' };

export function useImportStep(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (step: Step): Promise<ImportRun> => {
      const params = { id };
      if (step.call !== 'checkImport') return answerOf(step.call, { params });
      const { columns, dateOrder } = step;
      return answerOf('checkImport', { params, json: { columns, dateOrder } });
    },
    onSuccess: async (run) => {
      const { queryKey } = importQuery(id);
      // The answer to an earlier poll would show the import as it was before the step.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, run);
    },
    // Somebody else may have started another step.
    onError: () => void queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey }),
  });
}
