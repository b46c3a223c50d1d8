/** A timeout of a transfer, which restarts whenever bytes move, so that a slow connection does not fail. */
export interface IdleTimeout {
  /** Aborted with a `TimeoutError` once the time has passed. */
  signal: AbortSignal;
  restart: () => void;
  stop: () => void;
}

export function startIdleTimeout(idleMs: number): IdleTimeout {
  const controller = new AbortController();
  let timeout: AbortSignal | undefined;
  const onTimeout = () => controller.abort(new DOMException('No byte moved.', 'TimeoutError'));
  const stop = () => timeout?.removeEventListener('abort', onTimeout);
  const restart = () => {
    stop();
    timeout = AbortSignal.timeout(idleMs);
    timeout.addEventListener('abort', onTimeout);
  };
  restart();
  return { signal: controller.signal, restart, stop };
}
