import { Alert, Button } from '@mantine/core';
import { useTexts } from '../../texts/office/frame.ts';
import { CallFailed, NoAnswer } from '../calls/api.ts';
import { TbAlertTriangle, TbRefresh } from './icons.tsx';

/** Says that a list could not be loaded, in the specification's words, with a button to try again. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTexts();
  const text =
    error instanceof CallFailed ? t('loadFailed') : error instanceof NoAnswer ? t('loadNoAnswer') : t('loadUnexpected');
  return (
    <Alert color="brick" icon={<TbAlertTriangle size={20} strokeWidth={1.75} />} role="alert" title={text}>
      <Button variant="default" mt="sm" onClick={onRetry} leftSection={<TbRefresh size={18} strokeWidth={1.75} />}>
        {t('retry')}
      </Button>
    </Alert>
  );
}
