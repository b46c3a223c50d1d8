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
  const { contactPerson, contactAddress, contactHours } = brand;
  return (
    <section className={`row ${styles.office}`} data-screen-only="" aria-label={t('copy.office')}>
      <a className={buttons.secondary} href={telephoneLink(brand.contactPhone)}>
        <span>
          {t('copy.callOffice')} <span className={styles.number}>{brand.contactPhone}</span>
        </span>
      </a>
      {(contactPerson || contactAddress || contactHours) && (
        <dl className="stack">
          <ContactLine term={t('site.person')} text={contactPerson?.[language]} />
          <ContactLine term={t('site.address')} text={contactAddress?.[language]} />
          <ContactLine term={t('site.hours')} text={contactHours?.[language]} />
        </dl>
      )}
    </section>
  );
}
