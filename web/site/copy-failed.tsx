/** Shown instead of a copy that the server could not read. */
import { type ErrorCode, errorText } from '../../contract/errors.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { ContactList } from './contact-list.tsx';
import styles from './view-one.module.css';

/** `again` is the path of the page that failed. */
export function CopyFailed({ code, again }: { code: ErrorCode; again: string }) {
  const { t, language } = useTexts();
  return (
    <div className={styles.none}>
      <PageTitle text={t('copy.title')} isError />
      <h1>{t('copy.failedTitle')}</h1>
      <p className={styles.why}>{errorText(code, language)}</p>
      <p>{t('copy.failedText')}</p>
      <p>
        <a className={buttons.primary} href={again}>
          {t('copy.failedAgain')}
        </a>
      </p>
      <ContactList />
    </div>
  );
}
