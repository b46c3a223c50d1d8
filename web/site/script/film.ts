/**
 * The film of the home page. Its poster stands until the page has settled, and for good
 * under Save-Data, reduced motion or a slow line: then no byte of the film is asked for.
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
  if (stillness.matches || isSparing()) return;

  const show = () => {
    button.setAttribute('aria-pressed', String(film.paused));
  };
  film.addEventListener('playing', () => {
    film.dataset.film = 'playing';
    button.hidden = false;
    show();
  });
  film.addEventListener('pause', show);
  button.addEventListener('click', () => (film.paused ? play(film) : film.pause()));
  stillness.addEventListener('change', () => stillness.matches && film.pause());

  const load = () => {
    const { webm = '', mp4 = '' } = film.dataset;
    for (const [type, url] of [
      ['video/webm', webm],
      ['video/mp4', mp4],
    ] as const) {
      const source = root.createElement('source');
      source.type = type;
      source.src = url;
      film.append(source);
    }
    film.muted = true;
    play(film);
  };
  if (root.readyState === 'complete') load();
  else addEventListener('load', load);
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
  film.play().catch(() => {});
}

function isSparing(): boolean {
  const { connection: line } = navigator as Navigator & { connection?: Line };
  if (!line) return false;
  const isSlow = line.effectiveType !== undefined && line.effectiveType !== '4g';
  return Boolean(line.saveData) || isSlow || (line.downlink ?? megabitsMin) < megabitsMin;
}
