import { Alert, Button } from '@mantine/core';
import { useTexts } from '../../texts/office/frame.ts';
import { loadFailureText } from '../calls/failure-text.ts';
import { TbAlertTriangle, TbRefresh } from './icons.tsx';

/** Says that something could not be loaded, in the specification's words, with a button to try again. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, language } = useTexts();
  return (
    <Alert
      color="brick"
      icon={<TbAlertTriangle size={20} strokeWidth={1.75} />}
      role="alert"
      title={loadFailureText(error, language)}
    >
      <Button
        variant="default"
        mt="sm"
        onClick={() => onRetry()}
        leftSection={<TbRefresh size={18} strokeWidth={1.75} />}
      >
        {t('retry')}
      </Button>
    </Alert>
  );
}
