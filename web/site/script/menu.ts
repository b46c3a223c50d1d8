/** The folded navigation is a `<details>`; this closes it by Escape, by a press elsewhere, and when the page comes back. */
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
  addEventListener('pageshow', close);
}
