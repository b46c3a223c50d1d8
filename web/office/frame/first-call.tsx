/** Sends for the answer that a screen begins with, while the screen's script is still on its way. */
import type { QueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useHydrated } from './hydrated.ts';

/** What a screen may say in its route's `handle`, by the query of its own URL. */
export interface ScreenHandle {
  /** Where its first call goes. */
  firstCall: (search: string) => string;
  /** Makes that call and has the answer remembered. */
  firstQuery: (search: string, queryClient: QueryClient) => Promise<void>;
}

/** With an answer that takes longer, the screen is shown without it. */
const patienceMs = 150;

function useHandle(): Partial<ScreenHandle> {
  return (useMatches().at(-1)?.handle ?? {}) as Partial<ScreenHandle>;
}

/**
 * A preload is the screen's own request in all that counts (URL, mode, credentials), so the browser hands its answer
 * to the screen, `no-store` or not. What the screen asks otherwise after all, it asks as if this had not been.
 */
export function FirstCall() {
  const { search } = useLocation();
  const { firstCall } = useHandle();
  return firstCall ? <link rel="preload" as="fetch" crossOrigin="anonymous" href={firstCall(search)} /> : null;
}

/**
 * Whether the screen may be drawn: once the server's HTML has been taken over and the answer is there, which with a
 * preload it mostly is by then. Drawn with its rows at once, a list costs one rendering instead of two.
 */
export function useFirstAnswer(queryClient: QueryClient): boolean {
  const { search } = useLocation();
  const { firstQuery } = useHandle();
  const isHydrated = useHydrated();
  const [isHere, setHere] = useState(isHydrated);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the screen that the document was made for
  useLayoutEffect(() => {
    if (isHere) return;
    let timer: ReturnType<typeof setTimeout>;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    void Promise.race([firstQuery?.(search, queryClient), patience]).then(() => setHere(true));
    return () => clearTimeout(timer);
  }, []);
  return isHere;
}
