/**
 * A button above the rows that opens a panel, whose script is loaded when the pointer or the focus comes near. Escape
 * closes the panel, also before the focus has moved into it.
 */
import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { preload } from '../../frame/lazy-part.tsx';

export interface PanelControls {
  button: RefObject<HTMLElement | null>;
  /** Closes the panel and focuses the button. */
  onClose: () => void;
  /** Closes the panel without moving the focus. */
  onLeave: () => void;
}

interface ListToolProps {
  label: string;
  icon: ReactNode;
  load: () => Promise<unknown>;
  /** The panel. */
  children: (controls: PanelControls) => ReactNode;
}

export function ListTool({ label, icon, load, children }: ListToolProps) {
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
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false);
        }}
        onPointerEnter={() => preload(load)}
        onFocus={() => preload(load)}
        leftSection={icon}
      >
        {label}
      </Button>
      {isOpen && <Suspense>{children({ button, onClose: close, onLeave: () => setOpen(false) })}</Suspense>}
    </div>
  );
}
