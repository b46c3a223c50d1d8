import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTexts } from '../../texts/office/frame.ts';

interface SlideFailureProps {
  text: string;
  /** What could not be done; without it, `text` stands alone. */
  title?: string;
  onRetry?: () => void;
}

/** A call that failed, and a way to try again where there is one. */
export function SlideFailure({ text, title, onRetry }: SlideFailureProps) {
  const { t } = useTexts();
  return (
    <Alert
      color="brick"
      role="alert"
      mb="md"
      icon={<IconAlertTriangle size={22} stroke={1.75} />}
      title={title ?? text}
      closeButtonLabel={t('close')}
    >
      {title && text}
      {onRetry && (
        <Button variant="default" onClick={onRetry} leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}>
          {t('retry')}
        </Button>
      )}
    </Alert>
  );
}
