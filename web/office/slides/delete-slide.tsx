import { useState } from 'react';
import type { Slide } from '../../../contract/answers.ts';
import { errorText } from '../../../contract/errors.ts';
import { thumbnailUrl } from '../../../contract/files.ts';
import { isId } from '../../../contract/id.ts';
import { limits } from '../../../contract/limits.ts';
import { useTexts } from '../../texts/office/slides.ts';
import { ConfirmDialog, useLastShown } from '../frame/confirm-dialog.tsx';
import styles from './list.module.css';
import { slideFailureText, useDeleteSlide } from './slide-queries.ts';

interface DeleteSlideProps {
  /** The slide to delete; null while the dialogue is closed. */
  slide: Slide | null;
  onDeleted: (slide: Slide) => void;
  onCancel: () => void;
}

/** Shows the picture and title of the slide, since deleting it cannot be undone. */
export function DeleteSlide({ slide, onDeleted, onCancel }: DeleteSlideProps) {
  const { t, language } = useTexts();
  const { mutate, isPending } = useDeleteSlide();
  const [problem, setProblem] = useState<string | null>(null);
  const lastSlide = useLastShown(slide);
  const cancel = () => {
    setProblem(null);
    onCancel();
  };
  const confirm = () => {
    if (!slide) return;
    if (!isId(slide._id)) return setProblem(errorText('invalid_id', language));
    setProblem(null);
    mutate(slide, {
      onSuccess: () => onDeleted(slide),
      onError: (failure) => setProblem(slideFailureText(failure, language)),
    });
  };
  return (
    <ConfirmDialog
      isOpen={slide !== null}
      title={t('deleteTitle')}
      confirm={t('delete')}
      isDanger
      isBusy={isPending}
      problem={problem}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {lastSlide && (
        <>
          <div className={styles.asked}>
            <img src={thumbnailUrl(lastSlide.image, limits.slideThumbnailWidths[0])} alt="" width="400" height="225" />
            <strong>{lastSlide.thumbnail}</strong>
          </div>
          <p>{t('deleteText')}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
