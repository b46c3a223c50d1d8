import { pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/texts.tsx';
import buttons from '../ui/button.module.css';
import { PageTitle, useSettings } from '../ui/page-title.tsx';
import { ContactList } from './contact-list.tsx';
import styles from './text-page.module.css';

export default function About() {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  return (
    <div className={styles.text}>
      <PageTitle text={t('about.title')} />
      <h1>{t('about.title')}</h1>
      <p>{t('about.text', { brand: brand?.name })}</p>
      <ContactList />
      <p>
        <a className={buttons.primary} href={pathIn(language, '/enquiry')}>
          {t('site.checkStatus')}
        </a>
      </p>
    </div>
  );
}
