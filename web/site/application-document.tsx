/** One of the six attachments: small on the screen, whole behind its link and on paper, a PDF in a frame. */
import { lmiaLabelForApplicants, type Slot, slots } from '../../contract/application.ts';
import { isPdf, thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { useTexts } from '../texts/site.ts';
import styles from './application-document.module.css';

function useLabel(slot: Slot): string {
  const { language } = useTexts();
  return (slot === 'file2' ? lmiaLabelForApplicants : slots[slot].label)[language];
}

const small = (url: string) => thumbnailUrl(url, limits.attachmentThumbnailWidths[0] ?? 0);

/** Its place in the list. */
export function ApplicationDocument({ slot, url }: { slot: Slot; url: string | null }) {
  const { t } = useTexts();
  const label = useLabel(slot);
  if (url === null) {
    return (
      <li className={`${styles.tile} ${styles.missing}`}>
        <span className={styles.picture}>
          <Sheet />
        </span>
        <div className={styles.words}>
          <h4>{label}</h4>
          <p className={styles.state}>{t('copy.notAdded')}</p>
          <p className={styles.note}>{t('copy.noFile')}</p>
          <p className={styles.note}>{t('copy.noFileText')}</p>
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
        <a className={styles.open} href={url}>
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

interface ApplicationSheetProps {
  slot: Slot;
  url: string;
  /** Which of how many. */
  place: string;
  /** Whose it is: sheets of paper get apart. */
  person: string;
}

/**
 * A sheet of paper of its own. On the screen it is not shown, so a browser with script does not
 * fetch the whole scan before it prints; should it print too soon, the small picture lies beneath.
 */
export function ApplicationSheet({ slot, url, place, person }: ApplicationSheetProps) {
  const label = useLabel(slot);
  // Browsers print no PDF that lies within a page.
  if (isPdf(url)) return null;
  return (
    <figure className={styles.paperSheet}>
      <figcaption>
        <strong>{label}</strong>
        <span>{place}</span>
        <span>{person}</span>
      </figcaption>
      <div>
        <img src={small(url)} alt="" loading="lazy" />
        <img src={url} alt={label} loading="lazy" fetchPriority="low" data-scan="" />
      </div>
    </figure>
  );
}
