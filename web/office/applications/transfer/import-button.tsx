/** The link from the toolbar to the imports of spreadsheets. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTexts } from '../../../texts/office/applications.ts';
import { TbUpload } from '../../frame/icons.tsx';
import { Allowed } from '../../session/allowed.tsx';

export function ImportButton() {
  const { t } = useTexts();
  return (
    <Allowed call="addImport">
      <Button
        component={Link}
        to="/import"
        variant="default"
        leftSection={<TbUpload size={20} strokeWidth={1.75} aria-hidden />}
      >
        {t('import')}
      </Button>
    </Allowed>
  );
}
