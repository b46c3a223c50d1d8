/** What can be decided in the present status, by the table of transitions, and the dialogue that asks first. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { TbCheck, TbHourglass, TbX } from 'react-icons/tb';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { type Decision, decisions, statusAfter } from '../../../../contract/status.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import styles from './decision-buttons.module.css';
import { DecisionDialog } from './decision-dialog.tsx';

const icons = { pending: TbHourglass, approve: TbCheck, reject: TbX };
const looks = {
  pending: { variant: 'default' },
  approve: { variant: 'filled', color: 'spruce' },
  reject: { variant: 'outline', color: 'brick' },
};

export function DecisionButtons({ application }: { application: ApplicationWithHistory }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<Decision>('pending');
  const [isOpen, setOpen] = useState(false);
  /** A note survives the dialogue that was closed too soon. */
  const note = useRef('');
  const ask = (decision: Decision) => {
    setAsked(decision);
    setOpen(true);
  };
  return (
    <div className={styles.strip}>
      <h3>{t('decision.title')}</h3>
      <div className={styles.buttons}>
        {decisions.map((decision) => {
          const next = statusAfter(application.isStatus, decision);
          if (!next) return null;
          const Icon = icons[decision];
          const isSame = next === application.isStatus;
          return (
            <Button
              key={decision}
              {...(isSame ? looks.pending : looks[decision])}
              className={styles.button}
              leftSection={<Icon size={20} strokeWidth={1.75} aria-hidden />}
              onClick={() => ask(decision)}
            >
              {/* One piece of text: as two, neither would break to a second line. */}
              <span>
                {t(`decision.${decision}`)}
                {isSame && (
                  <span className={styles.same}>
                    {' · '}
                    {decision === 'reject' ? t('decision.addNote') : t('decision.correct')}
                  </span>
                )}
              </span>
            </Button>
          );
        })}
      </div>
      <DecisionDialog
        application={application}
        decision={asked}
        note={note}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}
