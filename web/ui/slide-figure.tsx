/** A slide as the home page shows it; used by the public carousel and by the preview in the office. */
import type { HTMLAttributes, ReactNode } from 'react';
import { type ThumbnailFormat, thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { useUiTexts } from '../texts/ui.ts';
import styles from './slide-figure.module.css';
import { type SlideWords, slideTexts } from './slide-texts.ts';
import hidden from './visually-hidden.module.css';

interface SlideFigureProps extends HTMLAttributes<HTMLDivElement> {
  slide: SlideWords;
  picture: ReactNode;
}

export function SlideFigure({ slide, picture, ...box }: SlideFigureProps) {
  const { t, language } = useUiTexts();
  const { title, text, link } = slideTexts(slide, language);
  return (
    <div {...box} className={styles.slide}>
      {picture}
      <div className={styles.words}>
        <h3 lang={title.lang}>{title.content}</h3>
        {text.content && <p lang={text.lang}>{text.content}</p>}
        {link && (
          <a href={link} data-target="">
            {t('slide.more')}
            <span className={hidden.always} lang={title.lang}>
              : {title.content}
            </span>
          </a>
        )}
      </div>
    </div>
  );
}

/** The width of a slide's picture; a little less on a phone, where a smaller file saves data and looks the same. */
const sizes = '(min-width: 75rem) 45rem, (min-width: 48rem) 60vw, 80vw';

/** A stored picture, in its stored sizes. */
export function SlidePicture({ url }: { url: string }) {
  const set = (format: ThumbnailFormat) =>
    limits.slideThumbnailWidths.map((width) => `${thumbnailUrl(url, width, format)} ${width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        className={styles.picture}
        src={thumbnailUrl(url, limits.slideThumbnailWidths[1])}
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

/** A picture that is not stored yet, or its placeholder if there is no URL. */
export function UnstoredPicture({ url }: { url: string | null }) {
  return url ? <img className={styles.picture} src={url} alt="" /> : <div className={styles.picture} />;
}
