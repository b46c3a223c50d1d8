/** Marks the page once it is scrolled past 100 px: the bar changes its style and the way back to the top appears. */
const thresholdPx = 100;

export function startScrolled(root: Document): void {
  const { documentElement: page } = root;
  const mark = () => {
    page.dataset.scrolled = String(scrollY > thresholdPx);
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
