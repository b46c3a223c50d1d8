/** Slides as a strip that scrolls by itself; its buttons need script and are shown by it. */
import type { Slide } from '../../contract/slide.ts';
import { useTexts } from '../texts/site.ts';
import { SlideFigure, SlidePicture } from '../ui/slide-figure.tsx';
import styles from './carousel.module.css';

export function Carousel({ label, slides }: { label: string; slides: Slide[] }) {
  const { t, language } = useTexts();
  const count = (number: number) => number.toLocaleString(language);
  const position = (at: number) => t('home.slideOf', { number: count(at + 1), total: count(slides.length) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group, as the section around it has the same name
    <div className={styles.carousel} role="group" aria-roledescription="carousel" aria-label={label} data-carousel="">
      {slides.length > 1 && (
        <div className={styles.controls}>
          <button type="button" data-pause="" aria-pressed="false">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path className={styles.bars} d="M9 6v12M15 6v12" />
              <path className={styles.arrow} d="M9 6l9 6-9 6z" />
            </svg>
            <span>{t('home.pause')}</span>
          </button>
          <span className={styles.position} data-position="" aria-hidden="true">
            {position(0)}
          </span>
          <button type="button" data-previous="">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M15 5l-7 7 7 7" />
            </svg>
            <span>{t('home.previous')}</span>
          </button>
          <button type="button" data-next="">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M9 5l7 7-7 7" />
            </svg>
            <span>{t('home.next')}</span>
          </button>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a set of slides, not of fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without script the keyboard scrolls the strip */}
      <div className={styles.track} data-track="" tabIndex={0} role="group" aria-label={label}>
        {slides.map((slide, at) => (
          <SlideFigure
            key={slide._id}
            role="group"
            aria-roledescription="slide"
            aria-label={position(at)}
            slide={slide}
            picture={<SlidePicture url={slide.image} />}
          />
        ))}
      </div>
    </div>
  );
}
