/** Requests the first data of a screen while the screen's script is still loading. */
import type { QueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { applicationsPath, applicationsQuery } from './applications/application-queries.ts';
import { readUrl, requestOf } from './applications/list/list-state.ts';
import type { ListDisplay } from './applications/list-display.ts';
import { useListDisplay } from './applications/use-list-display.ts';
import { useHydrated } from './frame/hydrated.ts';

/** By the path of the screen. */
const preloads: Record<string, Preload | undefined> = {
  '/application': {
    path: (search, display) => applicationsPath(requestOf(readUrl(search), display)),
    prefetch: (search, display, queryClient) =>
      queryClient.prefetchQuery(applicationsQuery(requestOf(readUrl(search), display))),
  },
};

interface Preload {
  path: (search: string, display: ListDisplay) => string;
  /** Makes the call and caches its response. */
  prefetch: (search: string, display: ListDisplay, queryClient: QueryClient) => Promise<void>;
}

/** After this time the screen is rendered without the response. */
const timeoutMs = 150;

/**
 * The preload has the same URL, mode and credentials as the screen's own request, so the browser reuses its response
 * even if that is `no-store`. If the screen makes another request after all, the preload is merely unused.
 */
export function ScreenPreload() {
  const { pathname, search } = useLocation();
  const { display } = useListDisplay();
  const preload = preloads[pathname];
  return preload ? (
    <link rel="preload" as="fetch" crossOrigin="anonymous" href={preload.path(search, display)} />
  ) : null;
}

/**
 * Whether the screen may be rendered: after hydration, and once the first response has arrived or `timeoutMs` is over.
 * A list is then rendered once, with its rows, instead of twice.
 */
export function usePreloadedScreen(queryClient: QueryClient): boolean {
  const { pathname, search } = useLocation();
  const { display } = useListDisplay();
  const isHydrated = useHydrated();
  const [isReady, setReady] = useState(isHydrated);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the screen that the document was loaded for
  useLayoutEffect(() => {
    if (isReady) return;
    let timer: ReturnType<typeof setTimeout>;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    void Promise.race([preloads[pathname]?.prefetch(search, display, queryClient), timeout]).then(() => setReady(true));
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}
