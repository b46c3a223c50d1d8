/** The actions on the whole application: print, edit, audit log, delete, hold, erase. A phone folds the last four. */
import { Button } from '@mantine/core';
import { type RefObject, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbHistory, TbPencil, TbPrinter, TbTrash } from '../../frame/icons.tsx';
import { useLeaveGone } from '../../frame/navigate-while-shown.ts';
import tone from '../../frame/text.module.css';
import { Allowed } from '../../session/allowed.tsx';
import { useMayCall } from '../../session/signed-in-user.ts';
import { ShortcutHint, useAriaShortcut } from '../../shortcuts/shortcut-hint.tsx';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { editPath } from '../application-queries.ts';
import ErasingButtons from '../erasing/erasing-buttons.tsx';
import styles from './copy-actions.module.css';
import { PrintStatus, printWithScans } from './copy-print.tsx';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true };

interface CopyActionsProps {
  application: ApplicationWithHistory;
  /** What is printed. */
  copy: RefObject<HTMLElement | null>;
  onDelete: () => void;
}

export function CopyActions({ application, copy, onDelete }: CopyActionsProps) {
  const { t } = useTexts();
  const [isPrinting, setPrinting] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const rare = useId();
  const navigate = useNavigate();
  const leaveGone = useLeaveGone();
  const { _id: id, hold } = application;
  const form = editPath(id);
  const mayEdit = useMayCall('updateApplication');
  const ariaShortcut = useAriaShortcut();
  useShortcuts({ edit: mayEdit ? () => void navigate(form, { state: { id } }) : undefined });
  const print = async () => {
    if (!copy.current) return;
    setPrinting(true);
    setMissing([]);
    setMissing(await printWithScans(copy.current));
    setPrinting(false);
  };
  return (
    <>
      <Button variant="default" leftSection={<TbPrinter {...icon} />} {...ariaDisabled(isPrinting, () => void print())}>
        {t('print')}
      </Button>
      <PrintStatus isPreparing={isPrinting} />
      <Allowed call="updateApplication">
        <Button
          variant="default"
          component={Link}
          to={form}
          state={{ id }}
          leftSection={<TbPencil {...icon} />}
          rightSection={<ShortcutHint name="edit" />}
          aria-keyshortcuts={ariaShortcut('edit')}
        >
          {t('edit')}
        </Button>
      </Allowed>
      <Button
        variant="default"
        className={styles.more}
        aria-expanded={isOpen}
        aria-controls={rare}
        onClick={() => setOpen(!isOpen)}
      >
        {t('more')}
      </Button>
      <div id={rare} className={styles.rare} data-open={isOpen ? '' : undefined}>
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
        {!hold && (
          <Allowed call="deleteApplication">
            <Button variant="default" leftSection={<TbTrash {...icon} />} onClick={onDelete}>
              {t('delete')}
            </Button>
          </Allowed>
        )}
        <ErasingButtons application={application} onErased={() => leaveGone('/application')} />
      </div>
      {missing.length > 0 && (
        <p role="alert" className={tone.failed}>
          {t('printedSmall', { documents: missing.join(', ') })}
        </p>
      )}
    </>
  );
}
