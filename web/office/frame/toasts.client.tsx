/** Shows the toasts, each for its time, which does not run while the pointer is over them. */
import { Notification, Portal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { removeToast, type Toast, useToasts } from './toast.client.ts';
import styles from './toasts.module.css';

export function Toasts() {
  const toasts = useToasts();
  const [isHovered, setHovered] = useState(false);
  return (
    <Portal>
      <div
        className={styles.toasts}
        aria-live="polite"
        onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
        onPointerLeave={() => setHovered(false)}
      >
        {toasts.map((toast) => (
          <Item key={toast.id} toast={toast} isPaused={isHovered} />
        ))}
      </div>
    </Portal>
  );
}

function Item({ toast: { id, message, color, shownMs, isAnnounced }, isPaused }: { toast: Toast; isPaused: boolean }) {
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => removeToast(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, shownMs, isPaused]);
  return (
    <Notification
      className={styles.toast}
      color={color}
      withCloseButton={false}
      role="presentation"
      aria-hidden={!isAnnounced || undefined}
    >
      {message}
    </Notification>
  );
}
