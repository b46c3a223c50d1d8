/**
 * The looks of the list that the user has chosen on this device. They come with the document, so that the server can
 * preload the right page; a change applies at once and is kept in the cookie.
 */
import { useRouteLoaderData } from 'react-router';
import { type ListLooks, looksCookie, usualLooks } from '../../../contract/list-looks.ts';
import { useKeptCookie } from '../frame/keep-cookie.ts';
import { createStore } from '../frame/store.ts';

const changed = createStore<ListLooks | null>(null);

export function useKeptLooks(): { looks: ListLooks; change: (changes: Partial<ListLooks>) => void } {
  const loaded = useRouteLoaderData<{ listLooks: ListLooks }>('root')?.listLooks ?? usualLooks;
  const keep = useKeptCookie();
  const looks = changed.use() ?? loaded;
  return {
    looks,
    change: (changes) => {
      const next = { ...looks, ...changes };
      keep(looksCookie(next));
      changed.set(next);
    },
  };
}
