import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../texts/office/frame.ts';
import { sendByKey } from '../form/send-by-key.ts';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { useFocusAfterFailure, useFocusReturn } from './focus-return.ts';
import notice from './notice.module.css';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The text of what will happen, and to which record. */
  children: ReactNode;
  /** Null if there is nothing to confirm any more, so that it can only be closed. */
  confirm: string | null;
  cancel?: string;
  isDanger?: boolean;
  /** While the call is running, the dialogue cannot be closed, unless that cancels the call. */
  isBusy?: boolean;
  cancelsCall?: boolean;
  /** Whether there is nothing to confirm yet. */
  isConfirmDisabled?: boolean;
  /**
   * Whether the user types or chooses something in it, which a click beside the dialogue must not throw away, and which
   * Ctrl or ⌘ with Enter confirms.
   */
  hasInput?: boolean;
  /** The error of the last attempt. */
  problem?: string | null;
  /** For a question that may come over another dialogue. */
  zIndex?: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Returns the last value that was not null: a dialogue keeps its content until it is removed. */
export function useLastShown<T>(value: T | null): T | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}

/** Asks for confirmation. The cancel button has the focus, so that an accidental Enter does no harm. */
export function ConfirmDialog({ isOpen, title, children, confirm, cancel, problem, ...rest }: ConfirmDialogProps) {
  const { t } = useTexts();
  const { isDanger = false, isBusy = false, cancelsCall = false, isConfirmDisabled = false } = rest;
  const { hasInput = false, zIndex, onConfirm, onCancel } = rest;
  const isKeptOpen = isBusy && !cancelsCall;
  useFocusReturn(isOpen);
  const confirmButton = useFocusAfterFailure(Boolean(problem) && !isBusy);
  return (
    <Dialog
      opened={isOpen}
      onClose={() => !isKeptOpen && onCancel()}
      closeOnClickOutside={!hasInput}
      onKeyDown={(event) => hasInput && sendByKey(event, () => !isBusy && !isConfirmDisabled && onConfirm())}
      {...(zIndex && { zIndex })}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
      {problem && (
        <p role="alert" className={`${notice.error} ${styles.problem}`}>
          {problem}
        </p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onCancel} disabled={isKeptOpen} data-autofocus>
          {cancel ?? t('cancel')}
        </Button>
        {confirm && (
          <Button
            ref={confirmButton}
            color={isDanger ? 'brick' : 'spruce'}
            loading={isBusy}
            disabled={isConfirmDisabled}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
