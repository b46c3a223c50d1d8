/** The buttons that hold, release and erase an application, with their dialogues; of the super admin alone. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Application, Hold } from '../../../../contract/answers.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/erasing.ts';
import { TbEraser, TbLock } from '../../frame/icons.tsx';
import { Allowed } from '../../session/allowed.tsx';
import { nameOf } from '../application-queries.ts';
import { EraseDialog } from './erase-dialog.tsx';
import styles from './erasing.module.css';
import { HoldDialog } from './hold-dialog.tsx';

type Holdable = Application & { hold: Hold | null };

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ErasingButtonsProps {
  application: Holdable;
  /** Several applications are on the screen, so a screen reader hears the name with each button. */
  isInList?: boolean;
  onErased?: () => void;
}

export function ErasingButtons({ application, isInList = false, onErased }: ErasingButtonsProps) {
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

/** In a list, where there is room for a word. */
export function HoldMark({ application: { hold } }: { application: Holdable }) {
  const { t } = useTexts();
  return (
    hold && (
      <span className={styles.mark} title={t('hold.because', { reason: hold.reason })}>
        <TbLock size={14} strokeWidth={2} aria-hidden /> {t('hold.mark')}
      </span>
    )
  );
}

/** On the record: since when, by whom and why. */
export function HoldNotice({ application: { hold } }: { application: Holdable }) {
  const { t, language } = useTexts();
  if (!hold) return null;
  const since = timeInWords(hold.at, language);
  return (
    <section className={styles.notice} data-screen-only="" aria-labelledby="hold">
      <TbLock size={24} strokeWidth={1.75} aria-hidden />
      <div>
        <h3 id="hold">{hold.by ? t('hold.since', { since, name: hold.by }) : t('hold.sinceUnknown', { since })}</h3>
        <p>{t('hold.because', { reason: hold.reason })}</p>
        <p>{t('hold.means')}</p>
      </div>
    </section>
  );
}
