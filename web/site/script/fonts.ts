/**
 * The fonts of some scripts are many times as large as the page. The first page of a visit is shown in a font of the
 * device and switches after it has loaded; later pages use the cached font at once.
 */
const mark = 'letters';

export function startFonts(root: Document): void {
  const { documentElement: page } = root;
  if (page.dataset.heavyLetters === undefined) return;
  const show = () => {
    page.dataset.letters = '';
  };
  if (areCached()) show();
  else if (root.readyState === 'complete') showAndMarkCached(root, show);
  else addEventListener('load', () => showAndMarkCached(root, show));
}

function showAndMarkCached(root: Document, show: () => void): void {
  show();
  root.fonts.ready.then(() => sessionStorage.setItem(mark, '')).catch(() => {});
}

/** A browser may deny access to the storage. */
function areCached(): boolean {
  try {
    return sessionStorage.getItem(mark) !== null;
  } catch {
    return false;
  }
}
