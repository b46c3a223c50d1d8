/** The picture field of a slide: it names the accepted files and checks a chosen file at once. */
import { Button, Group, Input, Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { type ErrorCode, errorText } from '../../../contract/errors.ts';
import { pictureTypes, thumbnailUrl } from '../../../contract/files.ts';
import { limits } from '../../../contract/limits.ts';
import { useTexts } from '../../texts/office/slides.ts';
import { useDropTarget } from '../form/drop-target.ts';
import { useObjectUrl } from '../form/object-url.ts';
import { photoProblem } from '../form/photo-rule.ts';
import choice from '../form/picture-choice.module.css';
import { TbTrash } from '../frame/icons.tsx';
import tone from '../frame/text.module.css';
import touch from '../frame/touch.module.css';
import { TbPhotoUp } from '../screen-icons.tsx';
import styles from './slide-image.module.css';

export interface Chosen {
  file: File | null;
  /** The text of the error about the last chosen file. */
  problem: string | null;
}

interface SlideImageProps {
  id: string;
  chosen: Chosen;
  /** The URL of the slide's current picture. */
  present: string | undefined;
  error: ReactNode;
  isDisabled: boolean;
  onChoose: (chosen: Chosen) => void;
}

const rule = { bytesMax: limits.slideImageBytesMax, tooLarge: 'photo_too_large' } as const;

export function SlideImage({ id, chosen, present, error, isDisabled, onChoose }: SlideImageProps) {
  const { t, language } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const { file, problem } = chosen;
  const url = useObjectUrl(file);
  const wrong = error ?? problem;

  const refuse = (code: ErrorCode) => onChoose({ file: null, problem: errorText(code, language) });
  const choose = async (next: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!next || isDisabled) return;
    const code = await photoProblem(next, rule).catch(() => 'unreadable' as const);
    if (code === 'unreadable') onChoose({ file: null, problem: t('unreadable') });
    else if (code) refuse(code);
    else onChoose({ file: next, problem: null });
  };
  const { isOver, listeners } = useDropTarget(([file]) => void choose(file));
  const shown = url ?? (present && thumbnailUrl(present, limits.slideThumbnailWidths[0]));
  const notes = [`${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      className={`stack ${choice.box}`}
      data-over={isOver || undefined}
      data-wrong={Boolean(wrong) || undefined}
      {...listeners}
    >
      <p id={`${id}-hint`} className={tone.hint}>
        {t('pictureRule')}
        {present && ` ${t('pictureKeep')}`}
      </p>
      {wrong && (
        <Input.Error id={`${id}-error`} role={problem ? 'alert' : undefined} size="md">
          {wrong}
        </Input.Error>
      )}
      <Group>
        {shown && (
          <img
            className={styles.shown}
            src={shown}
            alt={t(url ? 'chosenPicture' : 'presentPicture')}
            width="400"
            height="225"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (!url || naturalWidth * naturalHeight <= limits.picturePixelsMax) return;
              refuse('too_many_pixels');
            }}
            onError={() => url && refuse('file_damaged')}
          />
        )}
        <Stack flex="1 1 12rem" align="flex-start" miw={0} gap="var(--space-1)">
          <input
            ref={input}
            type="file"
            id={id}
            className={choice.input}
            accept={pictureTypes.join(',')}
            disabled={isDisabled}
            aria-describedby={notes}
            aria-invalid={wrong ? true : undefined}
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
          <label htmlFor={id} className={choice.button}>
            <TbPhotoUp size={20} strokeWidth={1.75} aria-hidden />
            {t(shown ? 'chooseOther' : 'choose')}
          </label>
          <span className={`${tone.note} ${touch.hidden}`}>{t('drop')}</span>
          {file && <span className={styles.name}>{file.name}</span>}
          {(file || problem) && (
            <Button
              variant="subtle"
              size="sm"
              color="gray"
              disabled={isDisabled}
              leftSection={<TbTrash size={18} strokeWidth={1.75} aria-hidden />}
              onClick={() => {
                onChoose({ file: null, problem: null });
                input.current?.focus();
              }}
            >
              {t('removeChosen')}
            </Button>
          )}
        </Stack>
      </Group>
    </div>
  );
}
