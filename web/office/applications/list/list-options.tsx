/** The button of the list's looks. What it opens is loaded when the pointer or the focus comes near. */
import { Button } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTexts } from '../../../texts/office/applications.ts';
import { TbAdjustments } from '../../frame/icons.tsx';
import type { ListPlace } from './list-state.ts';

const load = () => import('./list-options-panel.tsx');
const Panel = lazy(load);

export function ListOptions({ place }: { place: ListPlace }) {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div>
      <Button
        ref={button}
        variant="subtle"
        size="compact-md"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        leftSection={<TbAdjustments size={18} strokeWidth={1.75} aria-hidden />}
      >
        {t('looks.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <Panel place={place} button={button} onClose={close} onLeave={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
