/** One of the six documents: a thumbnail that links to a page with the whole document. */
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import scan from '../application/document.module.css';
import { isPdf, labelForApplicants } from '../application/fields-and-documents.ts';
import { useTexts } from '../texts/site.ts';
import sheet from '../ui/card.module.css';
import styles from './application-document.module.css';
import { type DocumentPlace, documentPath } from './document-path.ts';

const small = (url: string) => thumbnailUrl(url, limits.attachmentThumbnailWidths[0]);

export function ApplicationDocument({ id, slot, at, url }: DocumentPlace & { id: string; url: string | null }) {
  const { t, language } = useTexts();
  const label = labelForApplicants(slot)[language];
  if (url === null) {
    return (
      <li className={`row ${sheet.card} ${styles.tile} ${styles.missing}`}>
        <span className={`${scan.thumbnail} ${styles.picture}`}>
          <Sheet />
        </span>
        <div className={styles.words}>
          <h4>{label}</h4>
          <p className={styles.state}>{t('copy.notAdded')}</p>
        </div>
      </li>
    );
  }
  const isFramed = isPdf(url);
  return (
    <li className={`row ${sheet.card} ${styles.tile} ${isFramed ? styles.pdf : ''}`.trimEnd()}>
      <span className={`${scan.thumbnail} ${styles.picture}`}>
        {isFramed ? <Sheet text="PDF" /> : <img src={small(url)} alt="" loading="lazy" width="320" height="427" />}
      </span>
      <div className={styles.words}>
        <h4>{label}</h4>
        <p className={`${styles.state} ${styles.added}`}>
          <svg data-lines="" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 12.5 9.5 18 20 6.5" />
          </svg>
          {t('copy.added')}
        </p>
        <a className={styles.open} data-target="" href={documentPath(language, { slot, at }, id)}>
          {t('copy.openDocument', { label })}
        </a>
      </div>
      {isFramed && <iframe className={`${scan.frame} ${styles.frame}`} src={url} title={label} loading="lazy" />}
    </li>
  );
}

/** A blank page, shown instead of a picture. */
function Sheet({ text }: { text?: string }) {
  return (
    <svg className={styles.sheet} viewBox="0 0 60 80" aria-hidden="true">
      <path d="M8 6h30l14 14v54H8zM38 6v14h14" />
      {text && (
        <text x="30" y="52" textAnchor="middle">
          {text}
        </text>
      )}
    </svg>
  );
}
