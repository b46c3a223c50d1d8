/**
 * Animates the closing of the collapsed navigation, a `<details>`, and closes it on Escape, on a press elsewhere and
 * when the page is shown again from the back/forward cache.
 */
const foldMs = 300;

export function startMenu(root: Document): void {
  const menu = root.querySelector<HTMLDetailsElement>('[data-menu]');
  const summary = menu?.querySelector('summary');
  if (!menu || !summary) return;
  const close = () => {
    menu.open = false;
    menu.dataset.menu = '';
  };
  summary.addEventListener('click', (event) => {
    if (!menu.open || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    event.preventDefault();
    menu.dataset.menu = 'folding';
    setTimeout(close, foldMs);
  });
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    summary.focus();
  });
  root.addEventListener('pointerdown', ({ target }) => {
    if (!menu.contains(target as Node)) close();
  });
  addEventListener('pageshow', ({ persisted }) => persisted && close());
}
