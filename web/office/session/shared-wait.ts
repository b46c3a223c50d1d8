/** Suspends calls until the user has done something, such as signing in again; concurrent calls share one wait. */
import { useSyncExternalStore } from 'react';

export interface SharedWait<Outcome> {
  /** Starts waiting, or joins a wait that has started; resolves with its outcome. */
  wait(): Promise<Outcome>;
  end(outcome: Outcome): void;
  isWaiting(): boolean;
  useIsWaiting(): boolean;
}

export function createSharedWait<Outcome>(): SharedWait<Outcome> {
  let current: PromiseWithResolvers<Outcome> | null = null;
  const listeners = new Set<() => void>();
  const change = (next: typeof current) => {
    current = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const isWaiting = () => current !== null;
  return {
    wait() {
      const wait = current ?? Promise.withResolvers<Outcome>();
      if (!current) change(wait);
      return wait.promise;
    },
    end(outcome) {
      current?.resolve(outcome);
      change(null);
    },
    isWaiting,
    useIsWaiting: () => useSyncExternalStore(subscribe, isWaiting, () => false),
  };
}
