/**
 * The published slides: the home page shows them, and some are links in the menu of every public page. They are read
 * without a reader: no cookie or address reaches the call. Without them, where they cannot be read, a page works all the
 * same.
 */
import type { Slide } from '../../contract/answers.ts';
import type { Client } from '../../contract/client.ts';
import { isFresh, type Lifetime } from './shared-pages.ts';

export interface PublishedSlides {
  /** Read now: a page that is kept for as long as the list would otherwise show them twice as late. */
  anew(): Promise<Slide[]>;
  /** Read once for all within their lifetime, so that a status check need not read them. A failure is not kept. */
  recent(): Promise<Slide[]>;
}

export function openPublishedSlides(anonymous: () => Client, lifetime: Lifetime): PublishedSlides {
  const read = async () => {
    const result = await anonymous().call('slides');
    return result.ok ? result.data : null;
  };
  let latest: { startedAt: Date; reading: ReturnType<typeof read> } | null = null;
  return {
    anew: async () => (await read()) ?? [],
    async recent() {
      if (!latest || !isFresh(latest.startedAt, lifetime)) latest = { startedAt: lifetime.now(), reading: read() };
      const current = latest;
      const slides = await current.reading;
      if (!slides && latest === current) latest = null;
      return slides ?? [];
    },
  };
}
