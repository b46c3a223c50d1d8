import { Alert, Button } from '@mantine/core';
import { useTexts } from '../../texts/office/frame.ts';
import { TbAlertTriangle, TbRefresh } from '../frame/icons.tsx';

interface SlideFailureProps {
  text: string;
  /** What could not be done. */
  title?: string;
  onRetry?: () => void;
}

/** The error of a failed call, with a button to retry if that is possible. */
export function SlideFailure({ text, title, onRetry }: SlideFailureProps) {
  const { t } = useTexts();
  return (
    <Alert
      color="brick"
      role="alert"
      mb="md"
      icon={<TbAlertTriangle size={20} strokeWidth={1.75} />}
      title={title ?? text}
    >
      {title && text}
      {onRetry && (
        <Button
          variant="default"
          onClick={onRetry}
          leftSection={<TbRefresh size={18} strokeWidth={1.75} aria-hidden />}
        >
          {t('retry')}
        </Button>
      )}
    </Alert>
  );
}
