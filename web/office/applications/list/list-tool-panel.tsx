/**
 * The panel that a button above the rows opens. It traps the focus; Escape or a press outside closes it, but not a
 * press in a dialogue over it.
 */
import { FocusTrap } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import sheet from '../../../ui/card.module.css';
import { isWaiting } from '../../session/session-end.ts';
import type { PanelControls } from './list-tool.tsx';
import styles from './list-tool-panel.module.css';

interface ListToolPanelProps extends PanelControls {
  label: string;
  children: ReactNode;
}

export function ListToolPanel({ label, button, onClose, onLeave, children }: ListToolPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      const target = event.target as Element;
      // The press may have removed its target from the panel.
      const isGone = !target.isConnected;
      const isInside = [panel, button].some(({ current }) => current?.contains(target));
      // The sign-in dialogue covers the page, and the panel with what is typed waits for its end.
      const isOver = isWaiting() || target.closest('[role=dialog]') !== null;
      if (!isGone && !isInside && !isOver) onLeave();
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
