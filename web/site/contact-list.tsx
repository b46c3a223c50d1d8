import { useTexts } from '../texts/texts.tsx';
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
          <a href={`tel:${brand.contactPhone.replace(/[^+\d]/g, '')}`}>{brand.contactPhone}</a>
        </dd>
      </div>
      <div>
        <dt>{t('site.email')}</dt>
        <dd>
          <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
        </dd>
      </div>
      <div>
        <dt>{t('site.address')}</dt>
        <dd>{brand.contactAddress}</dd>
      </div>
    </dl>
  );
}
