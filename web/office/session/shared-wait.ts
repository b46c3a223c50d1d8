/** Suspends calls until the user has done something, such as signing in again; concurrent calls share one wait. */
import { createStore } from '../frame/store.ts';

interface SharedWait<Outcome> {
  /** Starts waiting, or joins a wait that has started; resolves with its outcome. */
  wait(): Promise<Outcome>;
  end(outcome: Outcome): void;
  isWaiting(): boolean;
  useIsWaiting(): boolean;
}

export function createSharedWait<Outcome>(): SharedWait<Outcome> {
  const current = createStore<PromiseWithResolvers<Outcome> | null>(null);
  return {
    wait() {
      const wait = current.get() ?? Promise.withResolvers<Outcome>();
      if (!current.get()) current.set(wait);
      return wait.promise;
    },
    end(outcome) {
      current.get()?.resolve(outcome);
      current.set(null);
    },
    isWaiting: () => current.get() !== null,
    useIsWaiting: () => current.use() !== null,
  };
}
