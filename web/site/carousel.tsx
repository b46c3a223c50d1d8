/** Slides as a strip that scrolls by itself; its buttons need script and are shown by it. */
import { type ThumbnailFormat, thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import type { Slide } from '../../contract/slide.ts';
import { useTexts } from '../texts/site.ts';
import styles from './carousel.module.css';
import { slideTexts } from './slide-texts.ts';

/** How wide a slide's picture stands; on a phone a little less, as nobody sees the last pixel and many pay for it. */
const sizes = '(min-width: 75rem) 45rem, (min-width: 48rem) 60vw, 80vw';

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
          // biome-ignore lint/a11y/useSemanticElements: the pattern of the Authoring Practices Guide
          <div
            className={styles.slide}
            key={slide._id}
            role="group"
            aria-roledescription="slide"
            aria-label={position(at)}
          >
            <SlidePicture url={slide.image} />
            <SlideWords slide={slide} />
          </div>
        ))}
      </div>
    </div>
  );
}

function SlidePicture({ url }: { url: string }) {
  const set = (format: ThumbnailFormat) =>
    limits.slideThumbnailWidths.map((width) => `${thumbnailUrl(url, width, format)} ${width}w`).join(', ');
  const [, middle = 800] = limits.slideThumbnailWidths;
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        className={styles.picture}
        src={thumbnailUrl(url, middle)}
        srcSet={set('webp')}
        sizes={sizes}
        alt=""
        width="1600"
        height="900"
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

function SlideWords({ slide }: { slide: Slide }) {
  const { t, language } = useTexts();
  const { title, text, link } = slideTexts(slide, language);
  return (
    <div className={styles.words}>
      <h3>{title}</h3>
      {text && <p>{text}</p>}
      {link && (
        <a href={link}>
          {t('home.slideLink')}
          <span className={styles.hidden}>: {title}</span>
        </a>
      )}
    </div>
  );
}
