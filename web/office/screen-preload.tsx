/** Requests the first data of a screen while the screen's script is still loading. */
import type { QueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { ListLooks } from '../../contract/list-looks.ts';
import { applicationsPath, applicationsQuery } from './applications/application-queries.ts';
import { readUrl, requestOf } from './applications/list/list-state.ts';
import { useListLooks } from './applications/list-looks.ts';
import { useHydrated } from './frame/hydrated.ts';

/** The screens whose first call is preloaded, by path. */
const screens: Record<string, Preload | undefined> = {
  '/application': {
    path: (search, looks) => applicationsPath(requestOf(readUrl(search), looks)),
    ask: (search, looks, queryClient) =>
      queryClient.prefetchQuery(applicationsQuery(requestOf(readUrl(search), looks))),
  },
};

interface Preload {
  path: (search: string, looks: ListLooks) => string;
  /** Makes the call and caches its answer. */
  ask: (search: string, looks: ListLooks, queryClient: QueryClient) => Promise<void>;
}

/** The screen is drawn without the answer if it takes longer than this. */
const timeoutMs = 150;

/**
 * The preload has the same URL, mode and credentials as the screen's own request, so the browser reuses its answer even
 * if that is `no-store`. If the screen makes another request after all, the preload changes nothing.
 */
export function ScreenPreload() {
  const { pathname, search } = useLocation();
  const { looks } = useListLooks();
  const screen = screens[pathname];
  return screen ? <link rel="preload" as="fetch" crossOrigin="anonymous" href={screen.path(search, looks)} /> : null;
}

/**
 * Tells whether the screen may be drawn: after hydration, and once the first answer has arrived or `timeoutMs` is over.
 * A list that is drawn together with its rows is rendered once instead of twice.
 */
export function usePreloadedScreen(queryClient: QueryClient): boolean {
  const { pathname, search } = useLocation();
  const { looks } = useListLooks();
  const isHydrated = useHydrated();
  const [isHere, setHere] = useState(isHydrated);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the screen that the document was loaded for
  useLayoutEffect(() => {
    if (isHere) return;
    let timer: ReturnType<typeof setTimeout>;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    void Promise.race([screens[pathname]?.ask(search, looks, queryClient), patience]).then(() => setHere(true));
    return () => clearTimeout(timer);
  }, []);
  return isHere;
}
