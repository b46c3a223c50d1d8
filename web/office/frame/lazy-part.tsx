import { Button } from '@mantine/core';
import { type ComponentType, lazy } from 'react';
import { useTexts } from '../../texts/office/frame.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The props of a part that is a dialogue. */
interface DialogProps {
  isOpen?: boolean;
  onClose?: () => void;
}

/**
 * A part of the office whose script is loaded with its first use. If that fails, an error is shown in its place, in a
 * dialogue if the part is one; the rest of the screen keeps what was typed. The browser remembers a failed import, so
 * only a reload tries again.
 */
export const lazyPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: Failure as ComponentType<Props> })));

/** Loads the script of a part before its first use, which reports a failure. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => {});
}

function Failure({ isOpen = true, onClose }: DialogProps) {
  const { t } = useTexts();
  // The browser asks first if something is unsaved.
  const reload = () => window.location.reload();
  if (onClose) {
    return (
      <ConfirmDialog isOpen={isOpen} title={t('partFailed')} confirm={t('retry')} onConfirm={reload} onCancel={onClose}>
        {null}
      </ConfirmDialog>
    );
  }
  return (
    <p role="alert">
      {t('partFailed')}{' '}
      <Button variant="default" size="compact-sm" onClick={reload}>
        {t('retry')}
      </Button>
    </p>
  );
}
