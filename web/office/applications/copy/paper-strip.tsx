/** The photo and the six documents at one glance: those that are there open in the viewer, the others lead to their places. */
import type { Application } from '../../../../contract/answers.ts';
import { isPdf, thumbnailUrl } from '../../../../contract/files.ts';
import { limits } from '../../../../contract/limits.ts';
import scan from '../../../application/document.module.css';
import { useTexts } from '../../../texts/office/copy.ts';
import { TbFileTypePdf, TbPhotoScan } from '../../screen-icons.tsx';
import { slotId } from './document-slot.tsx';
import styles from './paper-strip.module.css';
import { type Paper, papers, usePaperName } from './papers.ts';

interface PaperStripProps {
  application: Application;
  /** Those that the viewer shows. */
  shown: readonly Paper[];
  onOpen: (paper: Paper) => void;
}

export const stripId = (paper: Paper) => `paper-${paper}`;

export function PaperStrip({ application, shown, onOpen }: PaperStripProps) {
  const { t } = useTexts();
  const nameOf = usePaperName();
  return (
    <nav className={styles.strip} data-screen-only="" aria-label={t('viewer.strip')}>
      <ul className={styles.papers}>
        {papers.map((paper) => {
          const url = application[paper];
          const isMissing = url === null;
          return (
            <li key={paper}>
              <button
                type="button"
                id={stripId(paper)}
                className={styles.paper}
                title={nameOf(paper)}
                data-missing={isMissing ? '' : undefined}
                aria-pressed={isMissing ? undefined : shown.includes(paper)}
                onClick={() => (isMissing ? goToPlace(paper) : onOpen(paper))}
              >
                <span className={`${scan.thumbnail} ${styles.picture}`}>
                  <Thumbnail paper={paper} url={url} />
                </span>
                <span className={styles.name}>
                  {nameOf(paper)}
                  {isMissing && <small>{t('viewer.missing')}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Thumbnail({ paper, url }: { paper: Paper; url: string | null }) {
  const icon = { size: 26, strokeWidth: 1.25, 'aria-hidden': true };
  if (url === null) return <TbPhotoScan {...icon} />;
  if (isPdf(url)) return <TbFileTypePdf {...icon} />;
  const [width = 0] = paper === 'image' ? limits.photoThumbnailWidths : limits.attachmentThumbnailWidths;
  return <img src={thumbnailUrl(url, width)} alt="" decoding="async" />;
}

/** The photo is added on the form; a document in its place below. */
function goToPlace(paper: Paper): void {
  const place = document.getElementById(paper === 'image' ? 'copy-person' : slotId(paper));
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'center' });
}
