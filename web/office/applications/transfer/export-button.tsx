/** The button that downloads the list as a spreadsheet, and its dialogue, which is loaded with its first use. */
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTexts } from '../../../texts/office/applications.ts';
import { TbDownload } from '../../frame/icons.tsx';
import { lazyPart } from '../../frame/lazy-part.tsx';
import { Allowed } from '../../session/allowed.tsx';
import type { ListFilters } from '../application-queries.ts';

const ExportDialog = lazyPart(() => import('./export-dialog.tsx'));

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
      {isOpen && (
        <Suspense>
          <ExportDialog filters={filters} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Allowed>
  );
}
