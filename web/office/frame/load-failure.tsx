/** Alerts about something that could not be loaded, each with a button to try again. */
import { Alert, Button } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { useTexts } from '../../texts/office/frame.ts';
import { loadFailureText } from '../calls/failure-text.ts';
import { ariaDisabled } from './aria-disabled.ts';
import { useFocusAfterRemoval } from './focus-return.ts';
import { TbAlertTriangle, TbRefresh } from './icons.tsx';
import tone from './text.module.css';

interface Retry {
  onRetry: () => Promise<unknown>;
}

interface RetryWithin extends Retry {
  /** What takes the focus from the button when it is removed with it; without this, the content of the screen does. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** Says that something could not be loaded, in the specification's words. */
export function LoadFailure({ error, onRetry }: Retry & { error: unknown }) {
  const { language } = useTexts();
  return (
    <Alert
      color="brick"
      icon={<TbAlertTriangle size={20} strokeWidth={1.75} />}
      role="alert"
      title={loadFailureText(error, language)}
    >
      <RetryButton onRetry={onRetry} />
    </Alert>
  );
}

/** Says that what is shown could not be loaded again. */
export function OutdatedNotice({ onRetry }: Retry) {
  const { t } = useTexts();
  return (
    <Alert color="brick" role="alert" mb="md" title={t('stale')}>
      <RetryButton onRetry={onRetry} />
    </Alert>
  );
}

/** Says in one line that a part of a panel or dialogue could not be loaded. */
export function LoadFailureLine({ text, ...retry }: RetryWithin & { text: string }) {
  return (
    <div role="alert" className={tone.failed}>
      {text} <RetryButton isSmall {...retry} />
    </div>
  );
}

/** Says that it is trying. It is removed with its alert once the trying succeeds. */
export function RetryButton({ onRetry, focusAfter, isSmall = false }: RetryWithin & { isSmall?: boolean }) {
  const { t } = useTexts();
  const [isTrying, setTrying] = useState(false);
  const button = useFocusAfterRemoval(focusAfter);
  const retry = async () => {
    setTrying(true);
    await onRetry();
    setTrying(false);
  };
  return (
    <Button
      ref={button}
      variant="default"
      {...(isSmall
        ? { size: 'compact-sm' }
        : { mt: 'sm', leftSection: <TbRefresh size={18} strokeWidth={1.75} aria-hidden /> })}
      {...ariaDisabled(isTrying, () => void retry())}
    >
      {t(isTrying ? 'retrying' : 'retry')}
    </Button>
  );
}
