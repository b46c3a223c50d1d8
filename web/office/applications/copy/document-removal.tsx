import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slots } from '../../../../contract/application-form.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { call } from '../../calls/api.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { failureMessage } from './decision-failure.ts';

interface DocumentRemovalProps {
  application: Application;
  /** Null while the dialogue is closed. */
  slot: Slot | null;
  onCancel: () => void;
  onRemoved: (application: Application, slot: Slot) => void;
}

/** Asks before a document is removed. */
export function DocumentRemoval({ application, slot, onCancel, onRemoved }: DocumentRemovalProps) {
  const { t, language } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { _id: id, givenN, surname, passport } = application;
  const person = t('person', { name: `${givenN} ${surname}`, passport });
  const cancel = () => {
    setProblem(null);
    onCancel();
  };
  const remove = async () => {
    if (!slot || isBusy) return;
    setBusy(true);
    setProblem(null);
    const result = await call('updateAttachments', { params: { id }, json: { remove: slot } }).catch(() => null);
    setBusy(false);
    if (result?.ok) return onRemoved(result.data, slot);
    setProblem(result ? failureMessage(result.error, language) || t('slots.refused') : t('slots.unanswered'));
  };
  return (
    <ConfirmDialog
      isOpen={slot !== null}
      title={t('slots.removeTitle')}
      confirm={t('slots.remove')}
      isDanger
      isBusy={isBusy}
      problem={problem}
      onConfirm={remove}
      onCancel={cancel}
    >
      <Text>
        {t('slots.removeText', {
          label: slot ? slots[slot].label[language] : '',
          person,
        })}
      </Text>
    </ConfirmDialog>
  );
}
