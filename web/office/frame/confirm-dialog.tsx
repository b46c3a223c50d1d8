import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/office/frame.ts';
import styles from './confirm-dialog.module.css';
import { DialogButtons } from './dialog-buttons.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** What is about to happen, and to what. */
  children: ReactNode;
  confirm: string;
  cancel?: string;
  isDanger?: boolean;
  /** It is under way: until its answer is there, nothing closes the dialogue, which says what the answer was. */
  isBusy?: boolean;
  /** What went wrong at the last try; the dialogue stays open. */
  problem?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something happens. The way back has the focus, so that a stray Enter does no harm. */
export function ConfirmDialog({ isOpen, title, children, confirm, cancel, problem, ...rest }: ConfirmDialogProps) {
  const { t } = useTexts();
  const { isDanger = false, isBusy = false, onConfirm, onCancel } = rest;
  return (
    <Modal
      opened={isOpen}
      onClose={() => !isBusy && onCancel()}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onCancel} disabled={isBusy} data-autofocus>
          {cancel ?? t('cancel')}
        </Button>
        <Button color={isDanger ? 'brick' : 'spruce'} loading={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogButtons>
    </Modal>
  );
}
