/** One of the six attachments: small on the screen, whole on a page of its own and on paper, a PDF in a frame. */
import type { ComponentProps } from 'react';
import { labelForApplicants, type Slot } from '../../contract/application-form.ts';
import { isPdf, thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { useTexts } from '../texts/site.ts';
import { ScanSheet } from '../ui/scan-sheet.tsx';
import styles from './application-document.module.css';
import { type DocumentPlace, documentPath } from './document-path.ts';

export function useDocumentLabel(slot: Slot): string {
  const { language } = useTexts();
  return labelForApplicants(slot)[language];
}

const small = (url: string) => thumbnailUrl(url, limits.attachmentThumbnailWidths[0] ?? 0);

/** Its place in the list. */
export function ApplicationDocument({ slot, at, url }: DocumentPlace & { url: string | null }) {
  const { t, language } = useTexts();
  const label = useDocumentLabel(slot);
  if (url === null) {
    return (
      <li className={`${styles.tile} ${styles.missing}`}>
        <span className={styles.picture}>
          <Sheet />
        </span>
        <div className={styles.words}>
          <h4>{label}</h4>
          <p className={styles.state}>{t('copy.notAdded')}</p>
        </div>
      </li>
    );
  }
  const pdf = isPdf(url);
  return (
    <li className={pdf ? `${styles.tile} ${styles.pdf}` : styles.tile}>
      <span className={styles.picture}>
        {pdf ? <Sheet text="PDF" /> : <img src={small(url)} alt="" loading="lazy" width="320" height="427" />}
      </span>
      <div className={styles.words}>
        <h4>{label}</h4>
        <p className={`${styles.state} ${styles.added}`}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 12.5 9.5 18 20 6.5" />
          </svg>
          {t('copy.added')}
        </p>
        {pdf && <p className={styles.paper}>{t('copy.pdfOnPaper')}</p>}
        <a className={styles.open} href={documentPath(language, { slot, at })}>
          {t('copy.openDocument', { label })}
        </a>
      </div>
      {pdf && <iframe className={styles.frame} src={url} title={label} loading="lazy" />}
    </li>
  );
}

/** A blank page, in the place of a picture. */
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

/** The same on paper. */
export function ApplicationSheet({ slot, ...sheet }: { slot: Slot } & Omit<ComponentProps<typeof ScanSheet>, 'label'>) {
  return <ScanSheet label={useDocumentLabel(slot)} {...sheet} />;
}
