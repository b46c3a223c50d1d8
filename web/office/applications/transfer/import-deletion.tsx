/** The button that deletes an import and its stored rows, after a confirmation. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayStep } from '../../../../contract/import.ts';
import type { ImportRun } from '../../../../contract/transfer-answers.ts';
import { call } from '../../calls/api.ts';
import { failureText } from '../../calls/failure-text.ts';
import { requireGone } from '../../calls/gone.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { TbTrash } from '../../frame/icons.tsx';
import { useLeaveGone } from '../../frame/navigate-while-shown.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { Allowed } from '../../session/allowed.tsx';
import { importQuery, importsQuery } from './import-queries.ts';
import { useImportWords } from './import-words.ts';

export function ImportDeletion({ run: { _id: id, state } }: { run: ImportRun }) {
  const { t, language } = useImportWords();
  const queryClient = useQueryClient();
  const leaveGone = useLeaveGone();
  const [isOpen, setOpen] = useState(false);
  const deletion = useMutation({
    mutationFn: async () => {
      const result = await call('deleteImport', { params: { id } });
      requireGone(result);
    },
    onSuccess: async () => {
      toastDone(t('forget.done'));
      await leaveGone('/import');
      queryClient.removeQueries({ queryKey: importQuery(id).queryKey });
      await queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
    },
  });
  if (!mayStep(state, 'delete')) return null;
  return (
    <Allowed call="deleteImport">
      <Button
        variant="subtle"
        color="brick"
        aria-haspopup="dialog"
        leftSection={<TbTrash size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('forget.button')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('forget.title')}
        confirm={t('forget.confirm')}
        isDanger
        isBusy={deletion.isPending}
        problem={deletion.error && failureText(deletion.error, language)}
        onConfirm={() => deletion.mutate()}
        onCancel={() => {
          deletion.reset();
          setOpen(false);
        }}
      >
        <p>{t(state === 'imported' ? 'forget.textImported' : 'forget.text')}</p>
      </ConfirmDialog>
    </Allowed>
  );
}
