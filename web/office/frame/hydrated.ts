import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Is false in the server's HTML and until hydration. Forms wait for it: the browser would send one natively before
 * that, with the password in it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
