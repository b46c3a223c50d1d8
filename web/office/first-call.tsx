/** Sends for the answer that a screen begins with, while the screen's script is still on its way. */
import type { QueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { applicationsPath, applicationsQuery } from './applications/application-queries.ts';
import { readUrl } from './applications/list/list-state.ts';
import { useHydrated } from './frame/hydrated.ts';

/** The screens that begin with one, by their paths; each by the query of its own URL. */
const screens: Record<string, FirstAnswer | undefined> = {
  '/application': {
    path: (search) => applicationsPath(readUrl(search)),
    ask: (search, queryClient) => queryClient.prefetchQuery(applicationsQuery(readUrl(search))),
  },
};

interface FirstAnswer {
  path: (search: string) => string;
  /** Makes that call and has the answer remembered. */
  ask: (search: string, queryClient: QueryClient) => Promise<void>;
}

/** With an answer that takes longer, the screen is shown without it. */
const patienceMs = 150;

/**
 * A preload is the screen's own request in all that counts (URL, mode, credentials), so the browser hands its answer
 * to the screen, `no-store` or not. What the screen asks otherwise after all, it asks as if this had not been.
 */
export function FirstCall() {
  const { pathname, search } = useLocation();
  const screen = screens[pathname];
  return screen ? <link rel="preload" as="fetch" crossOrigin="anonymous" href={screen.path(search)} /> : null;
}

/**
 * Whether the screen may be drawn: once the server's HTML has been taken over and the answer is there, which with a
 * preload it mostly is by then. Drawn with its rows at once, a list costs one rendering instead of two.
 */
export function useFirstAnswer(queryClient: QueryClient): boolean {
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  const [isHere, setHere] = useState(isHydrated);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the screen that the document was made for
  useLayoutEffect(() => {
    if (isHere) return;
    let timer: ReturnType<typeof setTimeout>;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    void Promise.race([screens[pathname]?.ask(search, queryClient), patience]).then(() => setHere(true));
    return () => clearTimeout(timer);
  }, []);
  return isHere;
}
