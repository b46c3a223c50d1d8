/** Asks to whom an application is to be assigned. If somebody else has it, it names them and asks again. */
import { useState } from 'react';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/work.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { useNameOf } from '../application-queries.ts';
import { PersonChoice } from './person-choice.tsx';
import { useAssigning } from './use-assigning.ts';

interface AssignDialogProps {
  application: ApplicationWithHistory;
  onClose: () => void;
}

export function AssignDialog({ application, onClose }: AssignDialogProps) {
  const { t } = useTexts();
  const nameOf = useNameOf();
  const [assignee, setAssignee] = useState(application.assigned);
  const { assign, isPending, otherAssignees, problem } = useAssigning({ ids: [application._id] }, onClose);
  const [otherAssignee] = otherAssignees;
  return (
    <ConfirmDialog
      hasInput
      isOpen
      title={t('title')}
      confirm={otherAssignee ? t('takeFrom', { name: otherAssignee.name }) : t('confirm')}
      isBusy={isPending}
      problem={problem}
      onConfirm={() => assign({ assignee, others: otherAssignee ? 'take' : 'refuse' })}
      onCancel={onClose}
    >
      <p>{t('record', { name: nameOf(application), passport: application.passport })}</p>
      <PersonChoice value={assignee} onChange={setAssignee} />
    </ConfirmDialog>
  );
}
