import { pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/texts.tsx';
import buttons from '../ui/button.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { ContactList } from './contact-list.tsx';
import styles from './text-page.module.css';

export default function Terms() {
  const { t, language } = useTexts();
  return (
    <div className={styles.text}>
      <PageTitle text={t('terms.title')} />
      <h1>{t('terms.title')}</h1>
      <p>{t('terms.soon')}</p>
      <ContactList />
      <p>
        <a className={buttons.primary} href={pathIn(language, '/enquiry')}>
          {t('site.checkStatus')}
        </a>
      </p>
    </div>
  );
}
