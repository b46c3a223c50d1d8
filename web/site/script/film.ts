/**
 * The film of the home page. It starts after the page has loaded. On a phone, with Save-Data or reduced motion, on a
 * slow connection, or if the browser does not report its connection, the film is not loaded until its button is
 * pressed.
 */
const megabitsMin = 1.5;

interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
  downlink?: number;
}

export function startFilm(root: Document): void {
  startPoster(root);
  const film = root.querySelector<HTMLVideoElement>('[data-film]');
  const button = root.querySelector<HTMLButtonElement>('[data-film-button]');
  if (!film || !button) return;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

  const show = () => {
    button.dataset.paused = String(film.paused);
    button.setAttribute('aria-label', (film.paused ? button.dataset.play : button.dataset.pause) ?? '');
    button.hidden = false;
  };
  film.addEventListener('playing', () => {
    film.dataset.film = 'playing';
    show();
  });
  film.addEventListener('pause', show);
  button.addEventListener('click', () => (film.paused ? play(film) : film.pause()));
  reducedMotion.addEventListener('change', () => reducedMotion.matches && film.pause());

  if (reducedMotion.matches || isPhone() || !isFastConnection()) show();
  else if (root.readyState === 'complete') play(film);
  else addEventListener('load', () => play(film));
}

/** Fades the poster in when it has loaded completely, instead of showing it from top to bottom. */
function startPoster(root: Document): void {
  const poster = root.querySelector<HTMLImageElement>('[data-poster]');
  const show = () => {
    if (poster) poster.dataset.poster = 'ready';
  };
  if (poster?.complete) show();
  else poster?.addEventListener('load', show);
}

/** A browser may refuse to play, for instance to save power; then the poster stays. */
function play(film: HTMLVideoElement): void {
  if (!film.childElementCount) load(film);
  film.muted = true;
  film.play().catch(() => {});
}

function load(film: HTMLVideoElement): void {
  const { webm = '', mp4 = '' } = film.dataset;
  for (const [type, url] of [
    ['video/webm', webm],
    ['video/mp4', mp4],
  ] as const) {
    const source = film.ownerDocument.createElement('source');
    source.type = type;
    source.src = url;
    film.append(source);
  }
}

function isPhone(): boolean {
  return !matchMedia('(min-width: 768px)').matches;
}

/** Safari and Firefox do not report the connection, which may be metered, so they count as slow. */
function isFastConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return !connection?.saveData && connection?.effectiveType === '4g' && (connection.downlink ?? 0) >= megabitsMin;
}
