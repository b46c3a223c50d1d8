import { useTexts } from '../texts/site.ts';
import { useSettings } from '../ui/settings.ts';
import styles from './contact-list.module.css';

/** Phone and e-mail, and the contact person, address and hours where they are set. */
export function ContactList() {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  if (!brand) return null;
  return (
    <dl className={styles.contact}>
      <ContactLine term={t('site.person')} text={brand.contactPerson?.[language]} />
      <div>
        <dt>{t('site.phone')}</dt>
        <dd>
          <PhoneLink />
        </dd>
      </div>
      <div>
        <dt>{t('site.email')}</dt>
        <dd>
          <EmailLink />
        </dd>
      </div>
      <ContactLine term={t('site.address')} text={brand.contactAddress?.[language]} />
      <ContactLine term={t('site.hours')} text={brand.contactHours?.[language]} />
    </dl>
  );
}

export function ContactLine({ term, text }: { term: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}

export function PhoneLink() {
  const phone = useSettings()?.brand.contactPhone;
  if (!phone) return null;
  return (
    <a className={styles.whole} href={telephoneLink(phone)}>
      {phone}
    </a>
  );
}

export function telephoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}

export function EmailLink() {
  const email = useSettings()?.brand.contactEmail;
  return email ? <a href={`mailto:${email}`}>{email}</a> : null;
}
