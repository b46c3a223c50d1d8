import { lmiaLabelForApplicants, type Slot, slots } from '../../contract/application.ts';
import { isPdf } from '../../contract/files.ts';
import { useTexts } from '../texts/texts.tsx';
import styles from './applicant-copy.module.css';

/** One of the six attachments: a PDF in a frame, anything else as an image. */
export function ApplicationDocument({ slot, url }: { slot: Slot; url: string | null }) {
  const { t, language } = useTexts();
  const label = (slot === 'file2' ? lmiaLabelForApplicants : slots[slot].label)[language];
  return (
    <figure className={url === null ? styles.missing : styles.document}>
      <figcaption>
        <h4>{label}</h4>
        {url && (
          <a className={styles.open} href={url}>
            {t('copy.openDocument', { label })}
          </a>
        )}
      </figcaption>
      {url === null && (
        <>
          <p>{t('copy.noFile')}</p>
          <p>{t('copy.noFileText')}</p>
        </>
      )}
      {url !== null &&
        (isPdf(url) ? (
          <iframe className={styles.frame} src={url} title={label} />
        ) : (
          <img className={styles.scan} src={url} alt={label} loading="lazy" />
        ))}
    </figure>
  );
}
