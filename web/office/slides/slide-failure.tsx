import { Alert } from '@mantine/core';
import { TbAlertTriangle } from '../frame/icons.tsx';
import { RetryButton } from '../frame/load-failure.tsx';

interface SlideFailureProps {
  text: string;
  /** What could not be done. */
  title?: string;
  onRetry?: () => Promise<unknown>;
}

/** The error of a failed call, with a button to retry if that is possible. */
export function SlideFailure({ text, title, onRetry }: SlideFailureProps) {
  return (
    <Alert
      color="brick"
      role="alert"
      mb="md"
      icon={<TbAlertTriangle size={20} strokeWidth={1.75} />}
      title={title ?? text}
    >
      {title && text}
      {onRetry && <RetryButton onRetry={onRetry} />}
    </Alert>
  );
}
