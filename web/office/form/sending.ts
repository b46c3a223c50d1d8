/** The upload of a form: its progress, and how to stop it. */
import { useRef, useState } from 'react';

interface Watching {
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

export interface Sending {
  /** From 0 to 1; null while nothing is being sent. */
  part: number | null;
  /** The user stopped the last attempt. */
  isCancelled: boolean;
  cancel: () => void;
  run: <T>(work: (watching: Watching) => Promise<T>) => Promise<T>;
}

export function useSending(): Sending {
  const controller = useRef<AbortController>(null);
  const [part, setPart] = useState<number | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  return {
    part,
    isCancelled,
    cancel: () => {
      setCancelled(true);
      controller.current?.abort(cancelled);
    },
    async run(work) {
      controller.current = new AbortController();
      setCancelled(false);
      setPart(0);
      try {
        return await work({ signal: controller.current.signal, onProgress: setPart });
      } finally {
        setPart(null);
      }
    },
  };
}

const cancelled = new DOMException('Cancelled by hand.', 'AbortError');

export const wasCancelled = (error: unknown) => error === cancelled;
