/** A value outside React to which components subscribe. Until hydration they see the first one, as on the server. */
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get: () => T;
  set: (next: T) => void;
  use: () => T;
}

/** If the value is stored elsewhere, `read` returns it, and `set` only reports that it has changed. */
export function createStore<T>(first: T, read?: () => T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  const get = read ?? (() => value);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => first),
  };
}
