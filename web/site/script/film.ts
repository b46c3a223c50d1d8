/**
 * The film of the home page. Its poster stands until the page has settled, and no byte of the film is asked for on a
 * phone, under Save-Data or reduced motion, on a slow line, or where the browser does not tell of its line: there it
 * plays once somebody presses its button.
 */
const megabitsMin = 1.5;

interface Line {
  saveData?: boolean;
  effectiveType?: string;
  downlink?: number;
}

export function startFilm(root: Document): void {
  startPoster(root);
  const film = root.querySelector<HTMLVideoElement>('[data-film]');
  const button = root.querySelector<HTMLButtonElement>('[data-film-button]');
  if (!film || !button) return;
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');

  const show = () => {
    button.dataset.paused = String(film.paused);
    button.ariaLabel = (film.paused ? button.dataset.play : button.dataset.pause) ?? null;
    button.hidden = false;
  };
  film.addEventListener('playing', () => {
    film.dataset.film = 'playing';
    show();
  });
  film.addEventListener('pause', show);
  button.addEventListener('click', () => (film.paused ? play(film) : film.pause()));
  stillness.addEventListener('change', () => stillness.matches && film.pause());

  if (stillness.matches || isPhone() || !isGenerous()) show();
  else if (root.readyState === 'complete') play(film);
  else addEventListener('load', () => play(film));
}

/** The picture shows itself when it is whole, instead of from top to bottom. */
function startPoster(root: Document): void {
  const poster = root.querySelector<HTMLImageElement>('[data-poster]');
  const show = () => {
    if (poster) poster.dataset.poster = 'ready';
  };
  if (poster?.complete) show();
  else poster?.addEventListener('load', show);
}

/** A browser may refuse to play, for instance to spare the battery: the poster stays. */
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

/** Safari and Firefox tell nothing of the line, which may be one that is paid by the byte. */
function isGenerous(): boolean {
  const { connection: line } = navigator as Navigator & { connection?: Line };
  return !line?.saveData && line?.effectiveType === '4g' && (line.downlink ?? 0) >= megabitsMin;
}
