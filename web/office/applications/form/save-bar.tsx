/** The sticky bar of the form: save, cancel, and stop a slow upload. */
import { Button, Progress } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../texts/office/application-form.ts';
import type { Sending } from '../../form/sending.ts';
import styles from './application-form.module.css';

interface SaveBarProps {
  sending: Sending;
  isBusy: boolean;
  filledCount: number;
  total: number;
  /** Present if another application can follow; called before the form is sent. */
  onAnother?: (() => void) | undefined;
  onSave: () => void;
  onLeave: () => void;
}

export function SaveBar({ sending, isBusy, filledCount, total, onAnother, onSave, onLeave }: SaveBarProps) {
  const { t, language } = useTexts();
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(sending.part ?? 0);
  const filledText = t('filled', { filled: number.format(filledCount), total: number.format(total) });
  const sendingText = sending.part === 1 ? t('finishing') : t('sending', { percent });
  const isSending = sending.part !== null;
  const saveButton = useRef<HTMLButtonElement>(null);
  // The button that stopped the upload was removed with the focus on it.
  useEffect(() => {
    if (sending.isCancelled && !isBusy) saveButton.current?.focus();
  }, [sending.isCancelled, isBusy]);
  return (
    <div className={styles.bar}>
      <div className={styles.state}>
        <Progress
          value={(isSending ? (sending.part ?? 0) : filledCount / total) * 100}
          aria-label={isSending ? sendingText : filledText}
          size="sm"
          radius="xl"
          animated={isSending}
        />
        <p role="status">{sending.isCancelled ? t('cancelled') : ''}</p>
        {!sending.isCancelled && <p aria-hidden>{isSending ? sendingText : filledText}</p>}
      </div>
      <div className={styles.buttons}>
        {isSending ? (
          <Button variant="default" onClick={sending.cancel} key="stop">
            {t('cancelSending')}
          </Button>
        ) : (
          <Button variant="subtle" color="gray" onClick={onLeave} key="leave">
            {t('cancel')}
          </Button>
        )}
        {onAnother && (
          <Button variant="default" type="submit" disabled={isBusy} onClick={onAnother}>
            {t('saveAndAdd')}
          </Button>
        )}
        <Button
          ref={saveButton}
          type="submit"
          loading={isBusy}
          onClick={onSave}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {sending.isCancelled ? t('retry') : t('save')}
        </Button>
      </div>
    </div>
  );
}
