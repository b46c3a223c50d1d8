/**
 * The looks of the list that the user has chosen on this device. They come with the document, so that the server can
 * preload the right page; a change applies at once and is written to the cookie.
 */
import { useRouteLoaderData } from 'react-router';
import { createStore } from '../frame/store.ts';
import { useWriteCookie } from '../frame/write-cookie.ts';
import { defaultLooks, type ListLooks, looksCookie } from './list-looks.ts';

const changed = createStore<ListLooks | null>(null);

export function useListLooks(): { looks: ListLooks; change: (changes: Partial<ListLooks>) => void } {
  const loaded = useRouteLoaderData<{ listLooks: ListLooks }>('root')?.listLooks ?? defaultLooks;
  const writeCookie = useWriteCookie();
  const looks = changed.use() ?? loaded;
  return {
    looks,
    change: (changes) => {
      const next = { ...looks, ...changes };
      writeCookie(looksCookie(next));
      changed.set(next);
    },
  };
}
