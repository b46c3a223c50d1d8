import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { isPdf } from './fields-and-documents.ts';
import styles from './scan-sheet.module.css';

interface ScanSheetProps {
  label: string;
  url: string;
  /** The number of the sheet and of all sheets. */
  place: string;
  /** The applicant, since sheets of paper get separated. */
  person: string;
}

/**
 * A scan on a sheet of paper of its own. It is not shown on the screen, so a browser with script does not load the
 * whole scan before it prints. If it prints too soon, the thumbnail below is printed.
 */
export function ScanSheet({ label, url, place, person }: ScanSheetProps) {
  // Browsers do not print a PDF within a page.
  if (isPdf(url)) return null;
  return (
    <figure className={styles.sheet}>
      <figcaption>
        <strong>{label}</strong>
        <span>{place}</span>
        <span>{person}</span>
      </figcaption>
      <div>
        <img src={thumbnailUrl(url, limits.attachmentThumbnailWidths[0])} alt="" loading="lazy" />
        <img src={url} alt={label} loading="lazy" fetchPriority="low" data-scan="" />
      </div>
    </figure>
  );
}
