/** Asks for confirmation of an action on an application, and for its reason. */
import { Textarea } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Application } from '../../../../contract/answers.ts';
import { errorText } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { hasLength, plainText } from '../../../../contract/text.ts';
import { useTexts } from '../../../texts/office/erasing.ts';
import { failureText } from '../../calls/failure-text.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { useUnsaved } from '../../frame/use-unsaved.ts';
import { useNameOf } from '../application-queries.ts';
import styles from './erasing.module.css';

/** What the user has confirmed. `markSaved` is called once the server has it, before anything navigates. */
export interface Confirmed {
  reason: string;
  markSaved: () => void;
}

/** The reason as it is typed, which outlives the dialogue until it has been sent. */
export interface TypedReason {
  reason: string;
  onReason: (reason: string) => void;
}

interface ReasonDialogProps extends TypedReason {
  application: Application;
  title: string;
  confirm: string;
  isDanger?: boolean;
  /** The description of the field. */
  hint?: string;
  isBusy: boolean;
  error: Error | null;
  onConfirm: (confirmed: Confirmed) => void;
  onCancel: () => void;
  children: ReactNode;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { application, reason, onReason, children, hint, error, onConfirm, ...dialog } = props;
  const { t, language } = useTexts();
  const nameOf = useNameOf();
  const field = useId();
  const [isWrong, setWrong] = useState(false);
  const markSaved = useUnsaved(reason.trim() !== '');
  const sent = () => {
    markSaved();
    onReason('');
  };
  const confirm = () => {
    // The contract's schema would load zod into the list of applications, which is otherwise without it.
    const isFilled = hasLength(plainText(reason), limits.requiredReasonLengthMin, limits.reasonLengthMax);
    setWrong(!isFilled);
    if (isFilled) onConfirm({ reason, markSaved: sent });
    else document.getElementById(field)?.focus();
  };
  return (
    <ConfirmDialog
      isOpen
      hasInput
      {...dialog}
      problem={error && failureText(error, language, t('failed'))}
      onConfirm={confirm}
    >
      <p className={styles.person}>{t('person', { name: nameOf(application), passport: application.passport })}</p>
      {children}
      <Textarea
        id={field}
        // What is lost for good is read before the reason is typed, so there the button that cancels has the focus.
        data-autofocus={dialog.isDanger ? undefined : true}
        mt="md"
        label={t('reason')}
        description={hint}
        value={reason}
        onChange={({ currentTarget }) => onReason(currentTarget.value)}
        error={isWrong && errorText('reason_length', language)}
        rows={2}
      />
    </ConfirmDialog>
  );
}
