/** The places of the published slides on the home page: the first ones in one carousel, the next in another. */
import { limits } from '../../contract/limits.ts';

const { slidesInFirstCarousel, slidesInSecondCarousel } = limits;

export function carouselsOf<S extends { published: boolean }>(slides: readonly S[]): { first: S[]; second: S[] } {
  const published = slides.filter((slide) => slide.published);
  return {
    first: published.slice(0, slidesInFirstCarousel),
    second: published.slice(slidesInFirstCarousel, slidesInFirstCarousel + slidesInSecondCarousel),
  };
}
