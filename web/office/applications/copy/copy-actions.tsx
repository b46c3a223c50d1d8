/** The actions on the whole application: print, edit, audit log, delete. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Application } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { TbHistory, TbPencil, TbPrinter, TbTrash } from '../../frame/icons.tsx';
import { Allowed } from '../../session/allowed.tsx';
import { printWithScans } from './copy-paper.tsx';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true };

export function CopyActions({ application, onDelete }: { application: Application; onDelete: () => void }) {
  const { t } = useTexts();
  const [isPrinting, setPrinting] = useState(false);
  const { _id: id } = application;
  const print = async () => {
    setPrinting(true);
    await printWithScans();
    setPrinting(false);
  };
  return (
    <>
      <Button variant="default" leftSection={<TbPrinter {...icon} />} loading={isPrinting} onClick={print}>
        {t('print')}
      </Button>
      <Allowed call="updateApplication">
        <Button
          variant="default"
          component={Link}
          to={`/editApplication?${new URLSearchParams({ id })}`}
          state={{ id }}
          leftSection={<TbPencil {...icon} />}
        >
          {t('edit')}
        </Button>
      </Allowed>
      <Allowed call="searchAudit">
        <Button
          variant="default"
          component={Link}
          to={`/auditLog?${new URLSearchParams({ record: id })}`}
          leftSection={<TbHistory {...icon} />}
        >
          {t('auditLog')}
        </Button>
      </Allowed>
      <Allowed call="deleteApplication">
        <Button variant="default" leftSection={<TbTrash {...icon} />} onClick={onDelete}>
          {t('delete')}
        </Button>
      </Allowed>
    </>
  );
}
