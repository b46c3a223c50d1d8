/** The panel that a button above the rows opens. It traps the focus; a press outside or Escape closes it. */
import { FocusTrap } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import sheet from '../../../ui/card.module.css';
import type { PanelControls } from './list-tool.tsx';
import styles from './list-tool-panel.module.css';

interface ListToolPanelProps extends PanelControls {
  label: string;
  children: ReactNode;
}

export function ListToolPanel({ label, button, onClose, onLeave, children }: ListToolPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const leave = ({ target }: PointerEvent) => {
      // The press may have removed its target from the panel.
      const isGone = !(target as Node).isConnected;
      const isInside = [panel, button].some(({ current }) => current?.contains(target as Node));
      if (!isGone && !isInside) onLeave();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  });
  return (
    <div
      ref={panel}
      className={`${sheet.card} ${styles.panel}`}
      role="dialog"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <FocusTrap active>
        <div tabIndex={-1}>{children}</div>
      </FocusTrap>
    </div>
  );
}
