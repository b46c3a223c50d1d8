/**
 * The published slides, some of which are links in the menu of every public page. A page that is rendered for one reader
 * takes a list that was read for all of them within a moment, so that a status check does not read it anew. It is read
 * without a reader: no cookie or address reaches the call.
 */
import type { Slide } from '../../contract/answers.ts';
import { isFresh, type Lifetime } from './shared-pages.ts';

/** Null if they cannot be read. */
type ReadSlides = () => Promise<Slide[] | null>;

/** Without the slides if they cannot be read, since the rest of the menu works all the same; that is not kept. */
export function openMenuSlides(read: ReadSlides, lifetime: Lifetime): () => Promise<Slide[]> {
  let latest: { startedAt: Date; reading: ReturnType<ReadSlides> } | null = null;
  return async () => {
    if (!latest || !isFresh(latest.startedAt, lifetime)) latest = { startedAt: lifetime.now(), reading: read() };
    const current = latest;
    const slides = await current.reading;
    if (!slides && latest === current) latest = null;
    return slides ?? [];
  };
}
