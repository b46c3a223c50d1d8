import { Button } from '@mantine/core';
import { type ComponentType, lazy } from 'react';
import { useTexts } from '../../texts/office/frame.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** What a part that opens over the screen is given. */
interface Opening {
  isOpen?: boolean;
  onClose?: () => void;
}

/**
 * A part of the office whose script is loaded with its first use. If that fails, the part says so in its place, as a
 * dialogue if it can be closed; the rest of the screen keeps what was typed. The browser remembers a failed import, so
 * only a reload tries again.
 */
export const later = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: Failure as ComponentType<Props> })));

/** Loads a part before it is used; if that fails, the part says so once it is used. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => {});
}

function Failure({ isOpen = true, onClose }: Opening) {
  const { t } = useTexts();
  // The browser asks first where something is unsaved.
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
