/** The button of the toolbar that takes the list away as a file, and its dialogue. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/office/applications.ts';
import { TbDownload } from '../../frame/icons.tsx';
import { Allowed } from '../../session/allowed.tsx';
import type { ListFilters } from '../application-queries.ts';
import { ExportDialog } from './export-dialog.tsx';

export function ExportButton({ filters }: { filters: ListFilters }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Allowed call="exportApplications">
      <Button
        variant="default"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        leftSection={<TbDownload size={20} strokeWidth={1.75} aria-hidden />}
      >
        {t('export')}
      </Button>
      {isOpen && <ExportDialog filters={filters} onClose={() => setOpen(false)} />}
    </Allowed>
  );
}
