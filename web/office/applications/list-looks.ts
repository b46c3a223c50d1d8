/**
 * The looks of the list that the user has chosen on this device. They come with the document, so that the server can
 * preload the right page; a change applies at once and is kept in the cookie.
 */
import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import { type ListLooks, looksCookie, usualLooks } from '../../../contract/list-looks.ts';
import { useKeptCookie } from '../frame/keep-cookie.ts';

let changed: ListLooks | null = null;
const listeners = new Set<() => void>();

export function useKeptLooks(): { looks: ListLooks; change: (changes: Partial<ListLooks>) => void } {
  const loaded = useRouteLoaderData<{ listLooks: ListLooks }>('root')?.listLooks ?? usualLooks;
  const keep = useKeptCookie();
  const looks = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => changed ?? loaded,
    () => loaded,
  );
  return {
    looks,
    change: (changes) => {
      changed = { ...looks, ...changes };
      keep(looksCookie(changed));
      for (const listener of listeners) listener();
    },
  };
}
