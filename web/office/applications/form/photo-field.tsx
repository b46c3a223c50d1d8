/** The photo field: a file is chosen or dropped anywhere on the page, checked, and shown as in the list. */
import { Button } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { type ErrorCode, errorText } from '../../../../contract/errors.ts';
import { pictureTypes, thumbnailUrl } from '../../../../contract/files.ts';
import { limits, megabytes } from '../../../../contract/limits.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import { fileSize } from '../../form/document-check.ts';
import { useDropAnywhere } from '../../form/file-drops.ts';
import { useObjectUrl } from '../../form/object-url.ts';
import { type PhotoRule, photoProblem } from '../../form/photo-rule.ts';
import choice from '../../form/picture-choice.module.css';
import { TbTrash } from '../../frame/icons.tsx';
import touch from '../../frame/touch.module.css';
import { TbCamera, TbPhotoUp, TbUserSquareRounded } from '../../screen-icons.tsx';
import styles from './photo-field.module.css';

interface PhotoFieldProps {
  photo: File | null;
  storedUrl: string | null;
  rule: PhotoRule;
  /** The text of the error. */
  error: string | undefined;
  /** While the form is being sent, another photo would not be stored. */
  isDisabled: boolean;
  onChoose: (photo: File | null) => void;
  onRefuse: (problem: string) => void;
}

export function PhotoField({ photo, storedUrl, rule, error, isDisabled, onChoose, onRefuse }: PhotoFieldProps) {
  const { t, language } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(photo);
  /** How many files were dropped at once; the photo is the first of them. */
  const [droppedCount, setDroppedCount] = useState(1);
  const choose = async ([file, ...others]: readonly File[]) => {
    if (!file || isDisabled) return;
    const code = await photoProblem(file, rule).catch(() => 'unreadable' as const);
    if (code) onRefuse(code === 'unreadable' ? t('photo.unreadable') : errorText(code, language));
    else {
      setDroppedCount(1 + others.length);
      onChoose(file);
    }
  };
  const isDropping = useDropAnywhere(choose);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    void choose([...(event.currentTarget.files ?? [])]);
    // Lets the same file be chosen again after it was corrected.
    event.currentTarget.value = '';
  };
  const refuse = (code: ErrorCode) => {
    onChoose(null);
    onRefuse(errorText(code, language));
  };
  const source = preview ?? (storedUrl && thumbnailUrl(storedUrl, limits.photoThumbnailWidths[0]));
  const sizeMax = formatNumber(megabytes(rule.bytesMax), language);
  return (
    <div
      className={`${choice.box} ${styles.photo}`}
      data-over={isDropping || undefined}
      data-wrong={error ? true : undefined}
    >
      <div className={styles.frame}>
        {source ? (
          <img
            src={source}
            width={100}
            height={100}
            alt={photo ? t('photo.previewOf') : t('photo.stored')}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (photo && naturalWidth * naturalHeight > limits.picturePixelsMax) refuse('too_many_pixels');
            }}
            onError={() => photo && refuse('file_damaged')}
          />
        ) : (
          <TbUserSquareRounded size={48} strokeWidth={1} aria-hidden />
        )}
      </div>
      <div className={`stack ${styles.side}`}>
        <input
          ref={input}
          className={choice.input}
          type="file"
          id="image"
          accept={pictureTypes.join(',')}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'image-error image-rule' : 'image-rule'}
          onChange={pick}
        />
        <label className={choice.button} htmlFor="image">
          <TbPhotoUp size={20} strokeWidth={1.75} aria-hidden />
          {isDropping ? t('photo.dropNow') : source ? t('photo.another') : t('photo.choose')}
        </label>
        <Camera onTaken={pick} />
        {error && (
          <p className={styles.error} id="image-error" role="alert">
            {error}
          </p>
        )}
        <p className={styles.state} role="status">
          {photo && t('photo.chosen', { name: photo.name, size: fileSize(photo.size, language) })}
          {photo && droppedCount > 1 && (
            <>
              <br />
              {t('photo.onlyFirst', { number: formatNumber(droppedCount, language) })}
            </>
          )}
        </p>
        {(photo || (error && storedUrl)) && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<TbTrash size={18} strokeWidth={1.75} />}
            onClick={() => {
              onChoose(null);
              // This button is removed with the photo, so the focus has to be moved.
              input.current?.focus({ preventScroll: true });
            }}
          >
            {storedUrl ? t('photo.keepStored') : t('photo.remove')}
          </Button>
        )}
        <p className={`${styles.rule} ${touch.hidden}`}>{t('photo.drop')}</p>
        <p className={styles.rule} id="image-rule">
          {t('photo.rule', { megabytes: sizeMax })} {t('photo.why')}
        </p>
      </div>
    </div>
  );
}

/**
 * A phone opens its camera at once. A computer has no such input, and a camera view in the page would need the
 * permission that `permissions-policy` in `server/http/security-headers.ts` denies to every page.
 */
function Camera({ onTaken }: { onTaken: (event: ChangeEvent<HTMLInputElement>) => void }) {
  const { t } = useTexts();
  return (
    <div className={styles.camera}>
      <input
        className={choice.input}
        type="file"
        id="camera"
        accept={pictureTypes.join(',')}
        capture="environment"
        aria-describedby="image-rule"
        onChange={onTaken}
      />
      <label className={choice.button} htmlFor="camera">
        <TbCamera size={20} strokeWidth={1.75} aria-hidden />
        {t('photo.take')}
      </label>
    </div>
  );
}
