/** Marks the page once it is scrolled past the threshold: the bar changes its style and the link to the top appears. */
import { scrollThresholdPx } from '../../../contract/limits.ts';

export function startScrolled(root: Document): void {
  const { documentElement: page } = root;
  const mark = () => {
    page.dataset.scrolled = String(scrollY > scrollThresholdPx);
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
