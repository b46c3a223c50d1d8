/** The start page: the film, both carousels of the staff's slides, and how the consultancy works. */
import { useOutletContext } from 'react-router';
import type { Slide } from '../../contract/answers.ts';
import { pathIn } from '../../contract/language.ts';
import { formatNumber } from '../texts/numbers.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import { carouselsOf } from '../ui/carousels.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { useSettings } from '../ui/settings.ts';
import { Carousel } from './carousel.tsx';
import styles from './home.module.css';
import { HomeHero } from './home-hero.tsx';

const steps = [
  { title: 'home.stepAssessment', text: 'home.stepAssessmentText' },
  { title: 'home.stepProcessing', text: 'home.stepProcessingText' },
  { title: 'home.stepResult', text: 'home.stepResultText' },
] as const;

const guarantees = [
  { title: 'home.guarantee1Title', text: 'home.guarantee1Text' },
  { title: 'home.guarantee2Title', text: 'home.guarantee2Text' },
  { title: 'home.guarantee3Title', text: 'home.guarantee3Text' },
  { title: 'home.guarantee4Title', text: 'home.guarantee4Text' },
] as const;

const corporate = [
  { title: 'home.corporate1Title', text: 'home.corporate1Text' },
  { title: 'home.corporate2Title', text: 'home.corporate2Text' },
  { title: 'home.corporate3Title', text: 'home.corporate3Text' },
] as const;

export default function Home() {
  const { t, language } = useTexts();
  const { first, second } = carouselsOf(useOutletContext<Slide[]>());
  const brand = useSettings()?.brand;
  return (
    <>
      <PageTitle text={t('home.title')} />
      <HomeHero />

      {first.length > 0 && (
        <section className={styles.section} aria-labelledby="ways">
          <h2 id="ways">{t('home.slidesTitle')}</h2>
          <p className={styles.lead}>{t('home.slidesLead')}</p>
          <Carousel label={t('home.slidesTitle')} slides={first} />
        </section>
      )}

      <section className={styles.section} aria-labelledby="steps">
        <h2 id="steps">{t('home.steps')}</h2>
        <p className={styles.lead}>{t('home.stepsLead')}</p>
        <ol className={`stack ${styles.steps}`}>
          {steps.map(({ title, text }, at) => (
            <li key={title}>
              <span className={styles.number} aria-hidden="true">
                {formatNumber(at + 1, language)}
              </span>
              <h3>{t(title)}</h3>
              <p>{t(text)}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className={styles.night} aria-labelledby="guarantee">
        <div className={`stack ${styles.columns}`}>
          <div>
            <h2 id="guarantee">{t('home.guaranteeTitle')}</h2>
            <p className={styles.lead}>{t('home.guaranteeLead')}</p>
            <aside className={styles.honest} aria-labelledby="honest">
              <h3 id="honest">{t('home.guaranteeHonestTitle')}</h3>
              <p>{t('home.guaranteeHonest')}</p>
              <a href={pathIn(language, '/fraud')} data-target="">
                {t('home.guaranteeFraudLink')}
              </a>
            </aside>
          </div>
          <Points className={`stack ${styles.guarantees}`} points={guarantees} />
        </div>
      </section>

      <section className={styles.section} aria-labelledby="corporate">
        <div className={`stack ${styles.columns}`}>
          <div>
            <h2 id="corporate">{t('home.corporateTitle')}</h2>
            <p className={styles.lead}>{t('home.corporateLead')}</p>
            <a className={buttons.secondary} href={`mailto:${brand?.contactEmail}`}>
              {t('home.corporateButton')}
            </a>
          </div>
          <Points className={styles.services} points={corporate} />
        </div>
      </section>

      {second.length > 0 && (
        <section className={styles.section} aria-labelledby="more">
          <h2 id="more">{t('home.moreTitle')}</h2>
          <Carousel label={t('home.moreTitle')} slides={second} />
        </section>
      )}

      <section className={styles.section} aria-labelledby="eligibility">
        <div className={styles.eligibility}>
          <h2 id="eligibility">{t('home.eligibilityTitle')}</h2>
          <p className={styles.lead}>{t('home.eligibilityText')}</p>
          <a className={buttons.primary} href={brand?.educationUrl}>
            {t('home.eligibilityButton')}
            <svg data-lines="" className={styles.outward} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M8 6h10v10M18 6L6 18" />
            </svg>
          </a>
        </div>
      </section>
    </>
  );
}

interface PointsProps {
  className: string | undefined;
  points: typeof guarantees | typeof corporate;
}

function Points({ className, points }: PointsProps) {
  const { t } = useTexts();
  return (
    <ul className={className}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{t(title)}</h3>
          <p>{t(text)}</p>
        </li>
      ))}
    </ul>
  );
}
