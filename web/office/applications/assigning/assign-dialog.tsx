/** Asks who is to work on a record. Where somebody else does, it names them and asks once more. */
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { nobody } from '../../../../contract/assignee.ts';
import { useTexts } from '../../../texts/office/work.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { nameOf } from '../application-queries.ts';
import { colleaguesQuery } from '../work-queries.ts';
import { useAssigning } from './use-assigning.ts';

interface AssignDialogProps {
  application: ApplicationWithHistory;
  onClose: () => void;
}

export function AssignDialog({ application, onClose }: AssignDialogProps) {
  const { t, language } = useTexts();
  const colleagues = useQuery(colleaguesQuery);
  const [assignee, setAssignee] = useState(application.assigned?._id ?? nobody);
  const { assign, isPending, holders, problem } = useAssigning(application, onClose);
  const [holder] = holders;
  const people = colleagues.data ?? [];
  const name = people.find(({ _id }) => _id === assignee)?.name ?? null;
  return (
    <ConfirmDialog
      isOpen
      title={t('title')}
      confirm={holder ? t('takeFrom', { name: holder.name }) : t('confirm')}
      isBusy={isPending}
      problem={problem}
      onConfirm={() => assign({ assignee, name, others: holder ? 'take' : 'refuse' })}
      onCancel={onClose}
    >
      <p>{t('record', { name: nameOf(application), passport: application.passport })}</p>
      <NativeSelect
        label={t('person')}
        value={assignee}
        onChange={({ currentTarget }) => setAssignee(currentTarget.value)}
        data={[
          { value: nobody, label: t('nobody') },
          ...people.map((person) => ({
            value: person._id,
            label: t('undecided', { name: person.name, count: person.undecided.toLocaleString(language) }),
          })),
        ]}
      />
      {colleagues.isError && (
        <p role="alert">
          {t('colleaguesFailed')}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void colleagues.refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
    </ConfirmDialog>
  );
}
