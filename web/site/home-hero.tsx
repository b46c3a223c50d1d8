import { pathIn } from '../../contract/language.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import styles from './home-hero.module.css';
import filmMp4 from './media/hero.mp4?url';
import filmWebm from './media/hero.webm?url';
import posterAvif from './media/hero-poster.avif?url';
import posterWebp from './media/hero-poster.webp?url';
import posterPhoneAvif from './media/hero-poster-phone.avif?url';
import posterPhoneWebp from './media/hero-poster-phone.webp?url';
import { PauseIcon } from './pause-icon.tsx';

const phone = '(max-width: 767.98px)';

/** Only the script loads the film, because it can check screen, connection and preferences. */
export function HomeHero() {
  const { t, language } = useTexts();
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <picture>
        <source media={phone} type="image/avif" srcSet={posterPhoneAvif} width="720" height="960" />
        <source media={phone} type="image/webp" srcSet={posterPhoneWebp} width="720" height="960" />
        <source type="image/avif" srcSet={posterAvif} />
        <img
          className={styles.picture}
          data-screen-only=""
          src={posterWebp}
          alt=""
          width="1280"
          height="720"
          fetchPriority="high"
          data-poster=""
        />
      </picture>
      <video
        className={styles.film}
        data-screen-only=""
        data-film=""
        data-webm={filmWebm}
        data-mp4={filmMp4}
        muted
        loop
        playsInline
        preload="none"
        aria-hidden="true"
        tabIndex={-1}
      />
      <div className={styles.words}>
        <h1 id="hero">{t('home.title')}</h1>
        <p className={styles.lead}>{t('home.lead')}</p>
        <p className={`row ${styles.ways}`}>
          <a className={buttons.sun} href={pathIn(language, '/enquiry')}>
            {t('home.button')}
          </a>
          <a className={styles.secondary} href="#steps" data-target="">
            {t('home.secondary')}
          </a>
        </p>
        <p className={styles.note}>{t('home.heroNote')}</p>
      </div>
      <button
        className={styles.pause}
        data-screen-only=""
        type="button"
        hidden
        data-film-button=""
        data-paused="true"
        data-play={t('home.filmPlay')}
        data-pause={t('home.filmPause')}
        aria-label={t('home.filmPlay')}
      >
        <PauseIcon />
      </button>
    </section>
  );
}
