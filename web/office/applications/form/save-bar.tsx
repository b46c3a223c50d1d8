/** The sticky bar of the form, with the buttons that save, cancel, and stop a slow upload. */
import { Button, Progress } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import type { Sending } from '../../form/sending.ts';
import { useAriaShortcut } from '../../shortcuts/shortcut-hint.tsx';
import styles from './application-form.module.css';

/** What follows after saving. */
export type Next = 'done' | 'another';

interface SaveBarProps {
  sending: Sending;
  isBusy: boolean;
  filledCount: number;
  total: number;
  canAddAnother: boolean;
  onLeave: () => void;
}

export function SaveBar({ sending, isBusy, filledCount, total, canAddAnother, onLeave }: SaveBarProps) {
  const { t } = useTexts();
  const number = useNumber();
  const ariaShortcut = useAriaShortcut();
  const percent = number(sending.progress ?? 0, { style: 'percent' });
  const filledText = t('filled', { filled: number(filledCount), total: number(total) });
  const sendingText = sending.progress === 1 ? t('finishing') : t('sending', { percent });
  const isSending = sending.progress !== null;
  const saveButton = useRef<HTMLButtonElement>(null);
  // The button that stopped the upload was removed with the focus on it.
  useEffect(() => {
    if (sending.isCancelled && !isBusy) saveButton.current?.focus();
  }, [sending.isCancelled, isBusy]);
  return (
    <div className={`spread ${styles.bar}`}>
      <div className={styles.state}>
        <Progress
          value={(sending.progress ?? filledCount / total) * 100}
          aria-label={isSending ? sendingText : filledText}
          size="sm"
          radius="xl"
          animated={isSending}
        />
        <p role="status">{sending.isCancelled ? t('cancelled') : ''}</p>
        {!sending.isCancelled && <p aria-hidden>{isSending ? sendingText : filledText}</p>}
      </div>
      <div className={`row ${styles.buttons}`}>
        {!isSending && (
          <Button variant="subtle" color="gray" onClick={onLeave} key="leave">
            {t('cancel')}
          </Button>
        )}
        {/* Once all is sent, the server stores it. */}
        {sending.progress !== null && sending.progress < 1 && (
          <Button variant="default" onClick={sending.cancel} key="stop">
            {t('cancelSending')}
          </Button>
        )}
        {canAddAnother && (
          <Button variant="default" type="submit" name="next" value={'another' satisfies Next} disabled={isBusy}>
            {t('saveAndAdd')}
          </Button>
        )}
        <Button ref={saveButton} type="submit" loading={isBusy} aria-keyshortcuts={ariaShortcut('save')}>
          {sending.isCancelled ? t('retry') : t('save')}
        </Button>
      </div>
    </div>
  );
}
