import { useTexts } from '../texts/site.ts';
import { useSettings } from '../ui/page-title.tsx';
import styles from './contact-list.module.css';

/** How to reach the consultancy. */
export function ContactList() {
  const { t } = useTexts();
  const brand = useSettings()?.brand;
  if (!brand) return null;
  return (
    <dl className={styles.contact}>
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
      <div>
        <dt>{t('site.address')}</dt>
        <dd>{brand.contactAddress}</dd>
      </div>
    </dl>
  );
}

export function PhoneLink() {
  const phone = useSettings()?.brand.contactPhone;
  if (!phone) return null;
  return (
    <a className={styles.whole} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  );
}

export function EmailLink() {
  const email = useSettings()?.brand.contactEmail;
  return email ? <a href={`mailto:${email}`}>{email}</a> : null;
}
