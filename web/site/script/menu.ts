/**
 * Closes the collapsed navigation, a `<details>`, on Escape, on a press elsewhere and when the page is shown again from
 * the back/forward cache.
 */
export function startMenu(root: Document): void {
  const menu = root.querySelector<HTMLDetailsElement>('[data-menu]');
  if (!menu) return;
  const close = () => {
    menu.open = false;
  };
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary')?.focus();
  });
  root.addEventListener('pointerdown', ({ target }) => {
    if (!menu.contains(target as Node)) close();
  });
  addEventListener('pageshow', ({ persisted }) => persisted && close());
}
