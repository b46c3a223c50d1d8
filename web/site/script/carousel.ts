/**
 * Carousels after the pattern of the W3C's ARIA Authoring Practices Guide. Without script they are scrollable strips;
 * with it they have buttons and advance by themselves, unless the user prefers reduced motion, has the pointer or the
 * focus on them, or has paused them.
 */
const restMs = 7_000;

export function startCarousels(root: Document): void {
  for (const carousel of root.querySelectorAll<HTMLElement>('[data-carousel]')) startCarousel(carousel);
}

function startCarousel(carousel: HTMLElement): void {
  const track = carousel.querySelector<HTMLElement>('[data-track]');
  const button = (name: string) => carousel.querySelector<HTMLButtonElement>(`[data-${name}]`);
  const [previous, pause, next] = [button('previous'), button('pause'), button('next')];
  const position = carousel.querySelector<HTMLElement>('[data-position]');
  const slides = track ? ([...track.children] as HTMLElement[]) : [];
  if (!track || !previous || !pause || !next || !position || slides.length < 2) return;

  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let isPaused = reducedMotion.matches;
  let hasPointer = false;
  let hasFocus = false;
  let isInView = false;

  const current = () => {
    const middle = track.scrollLeft + track.clientWidth / 2;
    const offsets = slides.map((slide) => Math.abs(slide.offsetLeft + slide.offsetWidth / 2 - middle));
    return offsets.indexOf(Math.min(...offsets));
  };
  const show = (at: number) => {
    const slide = slides[at % slides.length] as HTMLElement;
    track.scrollTo({
      left: slide.offsetLeft - (track.clientWidth - slide.offsetWidth) / 2,
      behavior: reducedMotion.matches ? 'auto' : 'smooth',
    });
  };
  const update = () => {
    // A screen reader announces the position that the user asked for, but not an automatic change.
    position.setAttribute('aria-live', isPaused || hasPointer || hasFocus ? 'polite' : 'off');
    pause.setAttribute('aria-pressed', String(isPaused));
  };
  const onPointer = (isOn: boolean) => () => {
    hasPointer = isOn;
    update();
  };
  const onFocus = (isOn: boolean) => () => {
    hasFocus = isOn;
    update();
  };

  previous.addEventListener('click', () => show(current() + slides.length - 1));
  next.addEventListener('click', () => show(current() + 1));
  pause.addEventListener('click', () => {
    isPaused = !isPaused;
    update();
  });
  carousel.addEventListener('pointerenter', onPointer(true));
  carousel.addEventListener('pointerleave', onPointer(false));
  carousel.addEventListener('focusin', onFocus(true));
  carousel.addEventListener('focusout', onFocus(false));
  reducedMotion.addEventListener('change', () => {
    isPaused = reducedMotion.matches;
    update();
  });
  track.addEventListener('scroll', () => {
    const text = (slides[current()] as HTMLElement).getAttribute('aria-label');
    // Written again, the same text might be announced again.
    if (position.textContent !== text) position.textContent = text;
  });
  new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting ?? false;
  }).observe(carousel);
  setInterval(() => {
    if (!isPaused && !hasPointer && !hasFocus && isInView && !document.hidden) show(current() + 1);
  }, restMs);

  carousel.dataset.carousel = 'moving';
  update();
}
