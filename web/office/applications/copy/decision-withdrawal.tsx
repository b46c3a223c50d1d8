/** The button and dialogue that withdraw a mistaken decision with a reason. */
import { Button, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Application } from '../../../../contract/answers.ts';
import { withdrawal } from '../../../../contract/application.ts';
import { errorText } from '../../../../contract/errors.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { answerOf } from '../../calls/api.ts';
import { refusalReason } from '../../calls/refusal-reason.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { TbArrowBackUp } from '../../frame/icons.tsx';
import { toastDone } from '../../frame/toast.client.ts';
import { useMayCall } from '../../session/signed-in-user.ts';
import { copyPath, invalidateApplications } from '../application-queries.ts';
import styles from './copy-history.module.css';
import { copyStateOf } from './copy-state.ts';

export function DecisionWithdrawal({ application: { _id: id, version } }: { application: Application }) {
  const { t, language } = useTexts();
  const mayWithdraw = useMayCall('withdrawDecision');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { state: inHistory } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: () => answerOf('withdrawDecision', { params: { id }, json: { reason, version } }),
    onSuccess: () => {
      toastDone(t('history.withdrawDone'));
      setReason('');
      setOpen(false);
      // No next application is offered for a decision that is none any more.
      const { isDecided, ...state } = copyStateOf(inHistory);
      if (isDecided) void navigate(copyPath(id), { replace: true, state, preventScrollReset: true });
      // The button that opened the dialogue may have been removed.
      document.getElementById('copy-history')?.focus({ preventScroll: true });
    },
    onSettled: () => void invalidateApplications(queryClient),
  });
  if (!mayWithdraw) return null;
  const confirm = () => {
    const isFilled = withdrawal.safeParse({ reason }).success;
    setWrong(!isFilled);
    if (isFilled) mutate();
    else document.getElementById('withdraw-reason')?.focus();
  };
  return (
    <>
      <Button
        className={styles.withdraw}
        data-screen-only=""
        variant="default"
        size="sm"
        leftSection={<TbArrowBackUp size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => {
          reset();
          setWrong(false);
          setOpen(true);
        }}
      >
        {t('history.withdraw')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('history.withdrawTitle')}
        confirm={t('history.withdraw')}
        isDanger
        isBusy={isPending}
        problem={error && (refusalReason(error, language) ?? t('history.withdrawFailed'))}
        onConfirm={confirm}
        onCancel={() => setOpen(false)}
      >
        <Text mb="md">{t('history.withdrawText')}</Text>
        <Textarea
          id="withdraw-reason"
          label={t('history.withdrawReason')}
          description={t('history.withdrawReasonHint')}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={isWrong && errorText('invalid_reason', language)}
          rows={2}
        />
      </ConfirmDialog>
    </>
  );
}
