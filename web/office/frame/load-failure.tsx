import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTexts } from '../../texts/office/frame.ts';
import { CallFailed, NoAnswer } from '../calls/api.ts';

/** A list that could not be loaded: what happened, in the specification's words, and a button to try again. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTexts();
  const text =
    error instanceof CallFailed ? t('loadFailed') : error instanceof NoAnswer ? t('loadNoAnswer') : t('loadUnexpected');
  return (
    <Alert color="brick" icon={<IconAlertTriangle size={22} stroke={1.75} />} role="alert" title={text}>
      <Button variant="default" mt="sm" onClick={onRetry} leftSection={<IconRefresh size={18} stroke={1.75} />}>
        {t('retry')}
      </Button>
    </Alert>
  );
}
