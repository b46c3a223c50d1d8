import { pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/texts.tsx';
import buttons from '../ui/button.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import styles from './text-page.module.css';

export default function Home() {
  const { t, language } = useTexts();
  return (
    <div className={styles.text}>
      <PageTitle text={t('home.title')} />
      <h1>{t('home.title')}</h1>
      <p className={styles.lead}>{t('home.lead')}</p>
      <p>
        <a className={buttons.primary} href={pathIn(language, '/enquiry')}>
          {t('home.button')}
        </a>
      </p>
      <h2>{t('home.steps')}</h2>
      <ol className={styles.steps}>
        <li>
          <h3>{t('home.stepAssessment')}</h3>
          <p>{t('home.stepAssessmentText')}</p>
        </li>
        <li>
          <h3>{t('home.stepProcessing')}</h3>
          <p>{t('home.stepProcessingText')}</p>
        </li>
        <li>
          <h3>{t('home.stepResult')}</h3>
          <p>{t('home.stepResultText')}</p>
        </li>
      </ol>
    </div>
  );
}
