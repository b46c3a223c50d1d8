/** The contact of the office for the next step: phone, person, address and hours. */
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import { useSettings } from '../ui/settings.ts';
import { ContactLine, telephoneLink } from './contact-list.tsx';
import styles from './office-contact.module.css';

export function OfficeContact() {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  if (!brand) return null;
  return (
    <section className={`row ${styles.office}`} data-screen-only="" aria-label={t('copy.office')}>
      <a className={buttons.secondary} href={telephoneLink(brand.contactPhone)}>
        <span>
          {t('copy.callOffice')} <span className={styles.number}>{brand.contactPhone}</span>
        </span>
      </a>
      <dl className="stack">
        <ContactLine term={t('site.person')} text={brand.contactPerson?.[language]} />
        <ContactLine term={t('site.address')} text={brand.contactAddress?.[language]} />
        <ContactLine term={t('site.hours')} text={brand.contactHours?.[language]} />
      </dl>
    </section>
  );
}
