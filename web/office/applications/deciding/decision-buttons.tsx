/** A button for each decision that this user may make in the present status, and its dialogue. */
import { Button, type ButtonProps, Group } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import {
  callFor,
  type DecisionKind,
  decisionFor,
  decisions,
  initialStatus,
  type Outcome,
  outcomeOf,
  statusAfter,
} from '../../../../contract/status.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import { TbCheck, TbX } from '../../frame/icons.tsx';
import tone from '../../frame/text.module.css';
import { TbHourglass } from '../../screen-icons.tsx';
import { useMay } from '../../session/signed-in-user.ts';
import { ShortcutHint, useAriaShortcut } from '../../shortcuts/shortcut-hint.tsx';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { correctionTexts, isCorrection } from './correction.ts';
import styles from './decision-buttons.module.css';
import { DecisionDialog } from './decision-dialog.tsx';
import { typedDecisionsOf } from './typed-decisions.ts';

const looks: Record<Outcome, { icon: typeof TbX; button: Pick<ButtonProps, 'variant' | 'color'> }> = {
  open: { icon: TbHourglass, button: { variant: 'default' } },
  positive: { icon: TbCheck, button: { variant: 'filled', color: 'spruce' } },
  negative: { icon: TbX, button: { variant: 'outline', color: 'brick' } },
};

export function DecisionButtons({ application }: { application: ApplicationWithHistory }) {
  const { t } = useTexts();
  const { t: status } = useStatusTexts();
  const ariaShortcut = useAriaShortcut();
  const [chosen, setChosen] = useState(decisionFor(initialStatus));
  const [isOpen, setOpen] = useState(false);
  const open = (decision: DecisionKind) => {
    setChosen(decision);
    setOpen(true);
  };
  const may = useMay();
  const possible = decisions.flatMap((decision) => {
    const next = statusAfter(application.isStatus, decision);
    return next && may(callFor(decision)) ? [{ decision, next }] : [];
  });
  useShortcuts(Object.fromEntries(possible.map(({ decision }) => [decision, () => open(decision)])));
  if (possible.length === 0) return null;
  return (
    <div className={`row ${styles.strip}`} data-screen-only="">
      <h3 className={tone.title}>{t('decision.title')}</h3>
      <Group flex="1 1 auto" gap="var(--space-2) var(--space-3)">
        {possible.map(({ decision, next }) => {
          const { icon: Icon, button } = looks[outcomeOf(next)];
          const isRepeated = isCorrection(decision, application);
          return (
            <Button
              key={decision}
              {...(isRepeated ? looks.open.button : button)}
              className={styles.button}
              leftSection={<Icon size={20} strokeWidth={1.75} aria-hidden />}
              rightSection={<ShortcutHint name={decision} />}
              aria-keyshortcuts={ariaShortcut(decision)}
              onClick={() => open(decision)}
            >
              {/* One element: the button would put two side by side instead of wrapping them. */}
              <span>
                {status(`${next}.decide`)}
                {isRepeated && (
                  <span className={styles.correction}>
                    {' · '}
                    {t(correctionTexts[outcomeOf(next)].button)}
                  </span>
                )}
              </span>
            </Button>
          );
        })}
      </Group>
      {/* The dialogue is drawn a moment later, and until then no key may act behind it. */}
      {isOpen && <span data-dialog="" hidden />}
      <DecisionDialog
        application={application}
        decision={chosen}
        typed={typedDecisionsOf(application._id)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}
