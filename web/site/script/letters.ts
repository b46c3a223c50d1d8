/**
 * The letters of some languages are many times as heavy as the page. The first page of a visit is read in the
 * letters of the device and changes once it stands; later pages have the letters at hand at once.
 */
const mark = 'letters';

export function startLetters(root: Document): void {
  const { documentElement: page } = root;
  if (page.dataset.heavyLetters === undefined) return;
  const show = () => {
    page.dataset.letters = '';
  };
  if (areAtHand()) show();
  else if (root.readyState === 'complete') showAndRemember(root, show);
  else addEventListener('load', () => showAndRemember(root, show));
}

function showAndRemember(root: Document, show: () => void): void {
  show();
  root.fonts.ready.then(() => sessionStorage.setItem(mark, '')).catch(() => {});
}

/** A browser may forbid to remember anything. */
function areAtHand(): boolean {
  try {
    return sessionStorage.getItem(mark) !== null;
  } catch {
    return false;
  }
}
