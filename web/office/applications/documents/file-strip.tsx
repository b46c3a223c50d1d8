/** A strip of the photo and the six documents. A stored one opens in the viewer, a missing one leads to its slot. */
import type { Application } from '../../../../contract/answers.ts';
import { thumbnailUrl } from '../../../../contract/files.ts';
import { limits } from '../../../../contract/limits.ts';
import scan from '../../../application/document.module.css';
import { isPdf } from '../../../application/fields-and-documents.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import tone from '../../frame/text.module.css';
import { TbFileTypePdf, TbPhotoScan } from '../../screen-icons.tsx';
import { slotId } from './document-slot.tsx';
import { type FileField, fileFields, useFileLabel } from './file-fields.ts';
import styles from './file-strip.module.css';

interface FileStripProps {
  application: Application;
  /** The fields that the viewer shows. */
  shown: readonly FileField[];
  onOpen: (field: FileField) => void;
}

export const stripButtonId = (field: FileField) => `open-${field}`;

export function FileStrip({ application, shown, onOpen }: FileStripProps) {
  const { t } = useTexts();
  const labelOf = useFileLabel();
  return (
    <nav data-screen-only="" aria-label={t('viewer.strip')}>
      <ul className={styles.files}>
        {fileFields.map((field) => {
          const url = application[field];
          const isMissing = url === null;
          return (
            <li key={field}>
              <button
                type="button"
                id={stripButtonId(field)}
                className={styles.file}
                title={labelOf(field)}
                data-missing={isMissing ? '' : undefined}
                aria-pressed={isMissing ? undefined : shown.includes(field)}
                onClick={() => (isMissing ? focusSlot(field) : onOpen(field))}
              >
                <span className={`${scan.thumbnail} ${tone.soft}`}>
                  <Thumbnail field={field} url={url} />
                </span>
                <span className={styles.label}>
                  {labelOf(field)}
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

function Thumbnail({ field, url }: { field: FileField; url: string | null }) {
  const icon = { size: 26, strokeWidth: 1.25, 'aria-hidden': true };
  if (url === null) return <TbPhotoScan {...icon} />;
  if (isPdf(url)) return <TbFileTypePdf {...icon} />;
  const [width = 0] = field === 'image' ? limits.photoThumbnailWidths : limits.attachmentThumbnailWidths;
  return <img src={thumbnailUrl(url, width)} alt="" decoding="async" />;
}

/** The photo has no slot, since it is added on the form. */
function focusSlot(field: FileField): void {
  const target = document.getElementById(field === 'image' ? 'copy-person' : slotId(field));
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}
