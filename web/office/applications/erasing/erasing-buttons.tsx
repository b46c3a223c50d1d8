/** The buttons that hold, release and erase an application, with their dialogues; of the super admin alone. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/office/erasing.ts';
import { TbEraser, TbLock } from '../../frame/icons.tsx';
import { Allowed } from '../../session/allowed.tsx';
import { nameOf } from '../application-queries.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import type { Holdable } from './hold-mark.tsx';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ErasingButtonsProps {
  application: Holdable;
  /** Several applications are on the screen, so a screen reader hears the name with each button. */
  isInList?: boolean;
  onErased?: () => void;
}

export default function ErasingButtons({ application, isInList = false, onErased }: ErasingButtonsProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState<'erase' | 'hold' | 'release' | null>(null);
  // A dialogue keeps its content while it fades out.
  const [way, setWay] = useState<'hold' | 'release'>('hold');
  const { hold, passport } = application;
  const next = hold ? 'release' : 'hold';
  const named = (action: string) =>
    isInList && { 'aria-label': `${action}: ${t('person', { name: nameOf(application), passport })}` };
  const close = () => setOpen(null);
  return (
    <>
      <Allowed call="holdApplication">
        <Button
          variant="default"
          leftSection={<TbLock {...icon} />}
          onClick={() => {
            setWay(next);
            setOpen(next);
          }}
          {...named(t(`${next}.action`))}
        >
          {t(`${next}.action`)}
        </Button>
        <HoldDialog
          key={`${way} ${open === way}`}
          application={application}
          way={way}
          isOpen={open === way}
          onClose={close}
        />
      </Allowed>
      {!hold && (
        <Allowed call="eraseApplication">
          <Button
            variant="default"
            leftSection={<TbEraser {...icon} />}
            onClick={() => setOpen('erase')}
            {...named(t('erase.action'))}
          >
            {t('erase.action')}
          </Button>
          <EraseDialog
            application={application}
            isOpen={open === 'erase'}
            onClose={close}
            {...(onErased && { onErased })}
          />
        </Allowed>
      )}
    </>
  );
}
