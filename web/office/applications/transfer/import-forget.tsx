/** Throws away what was kept of a file, after a question. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { mayStep } from '../../../../contract/import.ts';
import type { ImportRun } from '../../../../contract/transfer-answers.ts';
import { answerOf } from '../../calls/api.ts';
import { failureText } from '../../calls/failure-text.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { TbTrash } from '../../frame/icons.tsx';
import { toastDone } from '../../frame/toast.client.ts';
import { Allowed } from '../../session/allowed.tsx';
import { importQuery, importsQuery } from './import-queries.ts';
import { useImportWords } from './import-words.ts';

export function ForgetImport({ run: { _id: id, state } }: { run: ImportRun }) {
  const { t, language } = useImportWords();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const forget = useMutation({
    mutationFn: () => answerOf('deleteImport', { params: { id } }),
    onSuccess: async () => {
      toastDone(t('forget.done'));
      await navigate('/import');
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
        onClick={() => setAsking(true)}
      >
        {t('forget.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('forget.title')}
        confirm={t('forget.confirm')}
        isDanger
        isBusy={forget.isPending}
        problem={forget.error && failureText(forget.error, language)}
        onConfirm={() => forget.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{t(state === 'imported' ? 'forget.textImported' : 'forget.text')}</p>
      </ConfirmDialog>
    </Allowed>
  );
}
