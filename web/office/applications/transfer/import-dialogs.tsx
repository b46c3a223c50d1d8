import type { ImportRun } from '../../../../contract/transfer-answers.ts';
import { failureText } from '../../calls/failure-text.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { useImportStep } from './import-queries.ts';
import { countOf, useImportWords } from './import-words.ts';

interface DialogProps {
  run: ImportRun;
  onClose: () => void;
}

export function StartDialog({ run, onClose }: DialogProps) {
  const { t, language, number } = useImportWords();
  const step = useImportStep(run._id);
  const counted = (count: number) => ({ count, number: number(count) });
  return (
    <ConfirmDialog
      isOpen
      title={t('start.title', counted(run.fit))}
      confirm={t('start.confirm', counted(run.fit))}
      isBusy={step.isPending}
      problem={step.error && failureText(step.error, language)}
      onConfirm={() => step.mutate({ call: 'startImport' }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('start.text')}</p>
      {run.refused > 0 && <p>{t('start.without', counted(run.refused))}</p>}
      <p>{t('start.undo')}</p>
    </ConfirmDialog>
  );
}

export function UndoDialog({ run, onClose }: DialogProps) {
  const { t, language, number } = useImportWords();
  const step = useImportStep(run._id);
  const left = countOf(run, 'imported');
  const count = { count: left, number: number(left) };
  return (
    <ConfirmDialog
      isOpen
      title={run.state === 'importing' ? t('undo.titleStop') : t('undo.title', count)}
      confirm={t('undo.confirm')}
      cancel={t('undo.keep')}
      isDanger
      isBusy={step.isPending}
      problem={step.error && failureText(step.error, language)}
      onConfirm={() => step.mutate({ call: 'undoImport' }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('undo.text')}</p>
      <p>{t('undo.kept')}</p>
    </ConfirmDialog>
  );
}
