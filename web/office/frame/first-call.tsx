/** Sends for the answer that a screen begins with, while the screen's script is still on its way. */
import { useLocation, useMatches } from 'react-router';

/** What a screen may say in its route's `handle`. */
export interface ScreenHandle {
  /** Where its first call goes, by the query of the screen's own URL. */
  firstCall: (search: string) => string;
}

/**
 * A preload is the screen's own request in all that counts (URL, mode, credentials), so the browser hands its answer
 * to the screen, `no-store` or not. What the screen asks otherwise after all, it asks as if this had not been.
 */
export function FirstCall() {
  const { search } = useLocation();
  const handle = useMatches().at(-1)?.handle as Partial<ScreenHandle> | undefined;
  if (!handle?.firstCall) return null;
  return <link rel="preload" as="fetch" crossOrigin="anonymous" href={handle.firstCall(search)} />;
}
