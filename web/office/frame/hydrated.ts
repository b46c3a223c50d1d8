import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the server's HTML and until hydration. Forms wait for it, since the browser would submit them itself before
 * that, with the password in them.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
