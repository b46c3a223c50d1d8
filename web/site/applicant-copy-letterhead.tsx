/** The head of the copy on paper: whose it is, how to reach them, when it was printed. */
import { useTexts } from '../texts/site.ts';
import { Logo } from '../ui/logo.tsx';
import { useSettings } from '../ui/page-title.tsx';
import styles from './applicant-copy-letterhead.module.css';
import { longDate } from './calendar-date.tsx';

export function ApplicantCopyLetterhead({ today }: { today: string }) {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  return (
    <div className={styles.letterhead}>
      <p className={styles.brand}>
        <Logo />
        {brand?.name}
      </p>
      <p className={styles.kind}>
        <strong>{t('copy.heading')}</strong>
        {t('copy.printedOn', { date: longDate(today, language) })}
      </p>
      <p className={styles.contact}>
        {[brand?.contactPhone, brand?.contactEmail, brand?.contactAddress].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}
