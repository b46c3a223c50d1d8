import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the server's HTML and until the page's script runs. Forms wait for it: one
 * sent before that would go to the server as a page, with the password in it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
