/**
 * The display of the list that the user has chosen on this device. It comes with the document, so that the server can
 * preload the right page; a change applies at once and is written to the cookie.
 */
import { useRouteLoaderData } from 'react-router';
import { createStore } from '../frame/store.ts';
import { useWriteCookie } from '../frame/write-cookie.ts';
import { defaultDisplay, displayCookie, type ListDisplay } from './list-display.ts';

const changed = createStore<ListDisplay | null>(null);

export function useListDisplay(): { display: ListDisplay; change: (changes: Partial<ListDisplay>) => void } {
  const loaded = useRouteLoaderData<{ listDisplay: ListDisplay }>('root')?.listDisplay ?? defaultDisplay;
  const writeCookie = useWriteCookie();
  const display = changed.use() ?? loaded;
  return {
    display,
    change: (changes) => {
      const next = { ...display, ...changes };
      writeCookie(displayCookie(next));
      changed.set(next);
    },
  };
}
