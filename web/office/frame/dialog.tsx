/** A dialogue of the office. Of several that are open, only the uppermost closes on Escape. */
import { getDefaultZIndex, Modal, type ModalProps } from '@mantine/core';
import { useEffectEvent, useLayoutEffect } from 'react';

interface OpenDialog {
  zIndex: number;
  close: () => void;
}

/** In the order in which they were opened. */
const openDialogs = new Set<OpenDialog>();

/** Mantine's own listeners are one for each dialogue, and each would close its dialogue on the same Escape. */
export function Dialog({ closeOnEscape = true, zIndex = getDefaultZIndex('modal'), ...props }: ModalProps) {
  const { opened, onClose } = props;
  const close = useEffectEvent(() => closeOnEscape && onClose());
  // Before the dialogue has the focus, and a key may be pressed in it.
  useLayoutEffect(() => {
    if (!opened) return;
    const dialog = { zIndex: Number(zIndex), close };
    openDialogs.add(dialog);
    window.addEventListener('keydown', closeUppermost, { capture: true });
    return () => {
      openDialogs.delete(dialog);
      if (openDialogs.size === 0) window.removeEventListener('keydown', closeUppermost, { capture: true });
    };
  }, [opened, zIndex]);
  return <Modal {...props} zIndex={zIndex} closeOnEscape={false} />;
}

function closeUppermost({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing) return;
  // A part of the dialogue, such as its calendar, has its own use for the key.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  const uppermost = [...openDialogs].reduce((lower, upper) => (upper.zIndex >= lower.zIndex ? upper : lower));
  uppermost.close();
}
