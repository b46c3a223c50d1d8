/** Says what became of each of several applications, if not all of them were changed. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/office/frame.ts';
import { Dialog } from '../../frame/dialog.tsx';
import { DialogButtons } from '../../frame/dialog-buttons.tsx';

interface ResultDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function ResultDialog({ title, onClose, children }: ResultDialogProps) {
  const { t } = useTexts();
  return (
    <Dialog opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <div role="alert">{children}</div>
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          {t('close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
