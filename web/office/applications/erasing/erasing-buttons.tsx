/** The buttons that hold, release and erase an application, with their dialogues; only the super admin has them. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../texts/office/erasing.ts';
import { TbLock } from '../../frame/icons.tsx';
import { TbEraser } from '../../screen-icons.tsx';
import { Allowed } from '../../session/allowed.tsx';
import { useNameOf } from '../application-queries.ts';
import row from '../list/list-row.module.css';
import { EraseDialog } from './erase-dialog.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import type { Holdable } from './hold-mark.tsx';

type Action = 'erase' | 'hold' | 'release';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ErasingButtonsProps {
  application: Holdable;
  /** Several applications are on the screen, so a screen reader hears the name with each button. */
  isInList?: boolean;
  onErased?: () => Promise<void>;
}

export default function ErasingButtons({ application, isInList = false, onErased }: ErasingButtonsProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState<Action | null>(null);
  const [reasons, setReasons] = useState<Partial<Record<Action, string>>>({});
  const { hold } = application;
  const next = hold ? 'release' : 'hold';
  const common = { application, isInList };
  const close = () => setOpen(null);
  const typed = (action: Action) => ({
    reason: reasons[action] ?? '',
    onReason: (reason: string) => setReasons((all) => ({ ...all, [action]: reason })),
  });
  return (
    <>
      <Allowed call="holdApplication">
        <ActionButton
          {...common}
          label={t(`${next}.action`)}
          icon={<TbLock {...icon} />}
          onClick={() => setOpen(next)}
        />
        {(open === 'hold' || open === 'release') && (
          <HoldDialog {...typed(open)} application={application} action={open} onClose={close} />
        )}
      </Allowed>
      {!hold && (
        <Allowed call="eraseApplication">
          <ActionButton
            {...common}
            label={t('erase.action')}
            icon={<TbEraser {...icon} />}
            onClick={() => setOpen('erase')}
          />
          {open === 'erase' && (
            <EraseDialog {...typed(open)} application={application} onClose={close} onErased={onErased} />
          )}
        </Allowed>
      )}
    </>
  );
}

interface ActionButtonProps extends Required<Pick<ErasingButtonsProps, 'application' | 'isInList'>> {
  label: string;
  icon: ReactNode;
  onClick: () => void;
}

function ActionButton({ application, isInList, label, icon, onClick }: ActionButtonProps) {
  const { t } = useTexts();
  const nameOf = useNameOf();
  if (!isInList) {
    return (
      <Button variant="default" leftSection={icon} onClick={onClick}>
        {label}
      </Button>
    );
  }
  const person = t('person', { name: nameOf(application), passport: application.passport });
  return (
    <button type="button" className={row.action} aria-label={`${label}: ${person}`} title={label} onClick={onClick}>
      {icon}
      <span>{label}</span>
    </button>
  );
}
