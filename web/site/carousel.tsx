/** Slides as a strip that scrolls by itself; its buttons need script and are shown by it. */
import type { ComponentProps } from 'react';
import type { Slide } from '../../contract/answers.ts';
import { useNumber } from '../texts/numbers.ts';
import { useTexts } from '../texts/site.ts';
import { SlideFigure, SlidePicture } from '../ui/slide-figure.tsx';
import hidden from '../ui/visually-hidden.module.css';
import styles from './carousel.module.css';
import { PauseIcon } from './pause-icon.tsx';

export function Carousel({ label, slides }: { label: string; slides: Slide[] }) {
  const { t } = useTexts();
  const number = useNumber();
  const position = (at: number) => t('home.slideOf', { number: number(at + 1), total: number(slides.length) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group, as the section around it has the same name
    <div className={styles.carousel} role="group" aria-roledescription="carousel" aria-label={label} data-carousel="">
      {slides.length > 1 && (
        <div className={styles.controls} data-screen-only="">
          <Control text={t('home.pause')} data-pause="" aria-pressed="false">
            <PauseIcon />
          </Control>
          <span className={styles.position} data-position="">
            {position(0)}
          </span>
          <Control text={t('home.previous')} data-previous="">
            <Chevron d="M15 5l-7 7 7 7" />
          </Control>
          <Control text={t('home.next')} data-next="">
            <Chevron d="M9 5l7 7-7 7" />
          </Control>
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

function Control({ text, children, ...button }: ComponentProps<'button'> & { text: string }) {
  return (
    <button className={styles.control} type="button" {...button}>
      {children}
      <span className={hidden.always}>{text}</span>
    </button>
  );
}

function Chevron({ d }: { d: string }) {
  return (
    <svg data-lines="" className={styles.chevron} viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
