/** The button below the latest decision and the dialogue that withdraw a mistaken decision with a reason. */
import { Button, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { withdrawal } from '../../../../contract/application.ts';
import { errorText } from '../../../../contract/errors.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { answerOf } from '../../calls/api.ts';
import { failureText } from '../../calls/failure-text.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { focusAfterDialog } from '../../frame/focus-after-dialog.ts';
import { TbArrowBackUp } from '../../frame/icons.tsx';
import { useNavigateWhileShown } from '../../frame/navigate-while-shown.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { useUnsaved } from '../../frame/use-unsaved.ts';
import { useMayCall } from '../../session/signed-in-user.ts';
import { invalidateApplications, recordPath } from '../application-queries.ts';
import styles from '../copy/copy-history.module.css';
import { copyStateOf } from '../copy/copy-state.ts';
import { useUnanswered } from '../unanswered.ts';

export function WithdrawalButton({ onPress }: { onPress: () => void }) {
  const { t } = useTexts();
  if (!useMayCall('withdrawDecision')) return null;
  return (
    <Button
      className={styles.withdraw}
      data-screen-only=""
      variant="default"
      size="sm"
      leftSection={<TbArrowBackUp size={18} strokeWidth={1.75} aria-hidden />}
      onClick={onPress}
    >
      {t('history.withdraw')}
    </Button>
  );
}

interface WithdrawalDialogProps {
  id: string;
  /** The version in which the button was pressed; null while the dialogue is closed. */
  version: number | null;
  /** When the decision was made that is withdrawn. */
  decidedAt: string | undefined;
  onClose: () => void;
}

/**
 * It is outside of the history, because an entry that somebody adds meanwhile must not take with it what was typed. It
 * withdraws no other decision than the one that was shown when it was opened.
 */
export function WithdrawalDialog({ id, version, decidedAt, onClose }: WithdrawalDialogProps) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigateWhileShown();
  const { state: inHistory } = useLocation();
  const [reason, setReason] = useState('');
  const [isWrong, setWrong] = useState(false);
  const unanswered = useUnanswered();
  const markSaved = useUnsaved(version !== null && reason.trim() !== '');
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: async (version: number) => {
      const [now] = await unanswered.load([id]);
      if (now?.history.some(({ at, withdrawn }) => at === decidedAt && withdrawn)) return;
      await answerOf('withdrawDecision', { params: { id }, json: { reason, version } });
    },
    onSuccess: () => {
      markSaved();
      toastDone(t('history.withdrawDone'));
      setReason('');
      onClose();
      // No next application is offered for a decision that is none any more.
      const { isDecided, ...state } = copyStateOf(inHistory);
      if (isDecided) void navigate(recordPath(id), { replace: true, state, preventScrollReset: true });
      // The button that opened the dialogue is removed once the decision is shown as withdrawn.
      focusAfterDialog(() => document.getElementById('copy-history')?.focus({ preventScroll: true }));
    },
    onSettled: (_, error) => {
      unanswered.record(error);
      void invalidateApplications(queryClient);
    },
  });
  const confirm = () => {
    const isFilled = withdrawal.safeParse({ reason }).success;
    setWrong(!isFilled);
    if (isFilled && version !== null) mutate(version);
    else document.getElementById('withdraw-reason')?.focus();
  };
  return (
    <ConfirmDialog
      isOpen={version !== null}
      title={t('history.withdrawTitle')}
      confirm={t('history.withdraw')}
      isDanger
      hasInput
      isBusy={isPending}
      problem={error && failureText(error, language, t('history.withdrawFailed'))}
      onConfirm={confirm}
      onCancel={() => {
        reset();
        setWrong(false);
        onClose();
      }}
    >
      <Text mb="md">{t('history.withdrawText')}</Text>
      <Textarea
        id="withdraw-reason"
        data-autofocus
        label={t('history.withdrawReason')}
        description={t('history.withdrawReasonHint')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={isWrong && errorText('invalid_reason', language)}
        rows={2}
      />
    </ConfirmDialog>
  );
}
