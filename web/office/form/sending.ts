/** The state of a form's upload: its progress, and its cancellation. */
import { useEffect, useRef, useState } from 'react';

/** What the upload needs to report its progress and to be cancelled. */
export interface UploadOptions {
  signal: AbortSignal;
  onProgress: (progress: number) => void;
}

export interface Sending {
  /** From 0 to 1; null while nothing is being sent. */
  progress: number | null;
  /** Whether the user cancelled the last attempt. */
  isCancelled: boolean;
  cancel: () => void;
  run: <T>(send: (options: UploadOptions) => Promise<T>) => Promise<T>;
}

export function useSending(): Sending {
  const controller = useRef<AbortController>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  // A user who leaves the screen has confirmed it, so the upload is aborted.
  useEffect(() => () => controller.current?.abort(cancelled), []);
  return {
    progress,
    isCancelled,
    cancel: () => {
      setCancelled(true);
      controller.current?.abort(cancelled);
    },
    async run(send) {
      controller.current = new AbortController();
      setCancelled(false);
      setProgress(0);
      try {
        return await send({ signal: controller.current.signal, onProgress: setProgress });
      } finally {
        setProgress(null);
      }
    },
  };
}

const cancelled = new DOMException('Cancelled by hand.', 'AbortError');

export const wasCancelled = (error: unknown) => error === cancelled;
