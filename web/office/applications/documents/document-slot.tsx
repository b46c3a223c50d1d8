/** One of the six slots: its stored document, the file that is chosen for it, and the buttons to change them. */
import { Button, Progress } from '@mantine/core';
import { type MouseEventHandler, useId, useRef } from 'react';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { acceptedTypes, thumbnailUrl } from '../../../../contract/files.ts';
import { limits } from '../../../../contract/limits.ts';
import scan from '../../../application/document.module.css';
import { isPdf } from '../../../application/fields-and-documents.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import sheet from '../../../ui/card.module.css';
import { fileSize } from '../../form/document-check.ts';
import { useDropTarget } from '../../form/drop-target.ts';
import { TbUpload } from '../../frame/icons.tsx';
import notice from '../../frame/notice.module.css';
import tone from '../../frame/text.module.css';
import { TbExternalLink, TbFileTypePdf, TbPhotoScan } from '../../screen-icons.tsx';
import { Allowed } from '../../session/allowed.tsx';
import { useMayCall } from '../../session/signed-in-user.ts';
import styles from './document-slot.module.css';
import { type Choice, isSent, isUnderWay } from './document-uploads.ts';

const soft = `${tone.soft} ${styles.text}`;

/** The id of the element of a slot. */
export const slotId = (slot: string) => `slot-${slot}`;

interface DocumentSlotProps {
  /** The id of the element, which takes the focus when one of its buttons is removed. */
  id: string;
  label: string;
  /** The URL of the stored file. */
  url: string | null;
  choice: Choice | undefined;
  /** The accepted files, in words. */
  limit: string;
  allowPdf: boolean;
  onChoose: (file: File) => void;
  onDrop: (files: File[]) => void;
  onCancel: () => void;
  onRetry: () => void;
  onDiscard: () => void;
  onRemove: () => void;
  /** Present if a former file of the slot can be restored. */
  onBringBack?: (() => void) | undefined;
  /** Why the last attempt to restore a former file failed. */
  bringBackProblem: string | null;
}

export function DocumentSlot({ id, label, url, choice, limit, allowPdf, onChoose, onDrop, ...on }: DocumentSlotProps) {
  const { t } = useTexts();
  const mayChange = useMayCall('updateAttachments');
  const labelId = useId();
  const self = useRef<HTMLLIElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Focuses the slot, since the pressed button is removed when the state changes. */
  const focusingSlot = (act: () => void) => () => {
    self.current?.focus({ preventScroll: true });
    act();
  };
  const { isOver, listeners } = useDropTarget(onDrop, mayChange);
  return (
    <li
      ref={self}
      id={id}
      tabIndex={-1}
      className={`${sheet.card} ${styles.slot}`}
      aria-labelledby={labelId}
      data-over={isOver ? '' : undefined}
      data-empty={url === null && !choice ? '' : undefined}
      {...listeners}
    >
      <Picture label={label} url={url} choice={choice} isOver={isOver} />
      <div className={styles.words}>
        <h3 id={labelId} className={tone.title}>
          {label}
        </h3>
        {choice ? (
          <ChosenFile label={label} choice={choice} />
        ) : (
          <p className={url ? styles.added : soft}>
            {url === null ? t('slots.empty') : isPdf(url) ? t('slots.addedPdf') : t('slots.added')}
          </p>
        )}
        {mayChange && !(choice && isUnderWay(choice)) && <p className={soft}>{limit}</p>}
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={acceptedTypes(allowPdf).join(',')}
          aria-label={t('slots.chooseFor', { label })}
          onChange={({ currentTarget }) => {
            const [file, ...more] = currentTarget.files ?? [];
            // Lets the same file be chosen again.
            currentTarget.value = '';
            // A stored document is replaced only after a confirmation.
            if (file && (more.length || (url !== null && !choice))) onDrop([file, ...more]);
            else if (file) focusingSlot(() => onChoose(file))();
          }}
        />
        <Actions
          label={label}
          url={url}
          choice={choice}
          onPick={() => input.current?.click()}
          onCancel={focusingSlot(on.onCancel)}
          onRetry={focusingSlot(on.onRetry)}
          onDiscard={focusingSlot(on.onDiscard)}
          onRemove={on.onRemove}
          onBringBack={on.onBringBack}
        />
        {on.bringBackProblem && !choice && (
          <p className={`${notice.error} ${styles.problem}`} role="alert">
            {on.bringBackProblem}
          </p>
        )}
      </div>
    </li>
  );
}

function Picture({
  label,
  url,
  choice,
  isOver,
}: Pick<DocumentSlotProps, 'label' | 'url' | 'choice'> & { isOver: boolean }) {
  const { t } = useTexts();
  const [small = 0] = limits.attachmentThumbnailWidths;
  const content = () => {
    if (isOver) {
      return (
        <span className={`${tone.note} ${styles.icon}`}>
          <TbUpload size={32} strokeWidth={1.5} aria-hidden />
          {t('slots.drop')}
        </span>
      );
    }
    if (choice?.preview) return <img src={choice.preview} alt={t('slots.preview', { label })} />;
    if (choice && choice.phase !== 'refused') return <SlotIcon icon={TbFileTypePdf} />;
    if (url === null) return <SlotIcon icon={TbPhotoScan} />;
    if (!isPdf(url)) {
      return <img src={thumbnailUrl(url, small)} alt={t('slots.preview', { label })} loading="lazy" width="320" />;
    }
    return (
      <>
        <SlotIcon icon={TbFileTypePdf} />
        <iframe className={scan.frame} src={`${url}#toolbar=0&navpanes=0&view=FitH`} title={label} loading="lazy" />
      </>
    );
  };
  return <div className={`${scan.thumbnail} ${styles.picture}`}>{content()}</div>;
}

function SlotIcon({ icon: Icon }: { icon: typeof TbPhotoScan }) {
  return (
    <span className={`${tone.note} ${styles.icon}`}>
      <Icon size={40} strokeWidth={1.25} aria-hidden />
    </span>
  );
}

/** The progress of the chosen file. */
function ChosenFile({ label, choice }: { label: string; choice: Choice }) {
  const { t, language } = useTexts();
  const { file, phase, progress, problem, advice } = choice;
  const size = fileSize(file.size, language);
  const percent = formatNumber(progress, language, { style: 'percent' });
  const isStoring = isSent(choice);
  return (
    <>
      <p className={styles.text}>{t('slots.chosen', { name: file.name, size })}</p>
      {isUnderWay(choice) && (
        <>
          <p className={soft}>{isStoring ? t('slots.storing') : t('slots.uploading', { percent })}</p>
          <Progress
            value={progress * 100}
            animated={isStoring}
            aria-label={t('slots.progressFor', { label })}
            color="spruce"
            size="md"
          />
        </>
      )}
      {phase === 'cancelled' && (
        <p className={soft} role="status">
          {t('slots.cancelled')}
        </p>
      )}
      {problem && (
        <p className={`${notice.error} ${styles.problem}`} role="alert">
          <strong>{problem}</strong> {advice}
        </p>
      )}
    </>
  );
}

type ActionsProps = Pick<
  DocumentSlotProps,
  'label' | 'url' | 'choice' | 'onCancel' | 'onRetry' | 'onDiscard' | 'onRemove' | 'onBringBack'
> & { onPick: () => void };

function Actions({ label, url, choice, onPick, onCancel, onRetry, onDiscard, onRemove, onBringBack }: ActionsProps) {
  const { t } = useTexts();
  if (choice && isUnderWay(choice)) {
    return isSent(choice) ? null : (
      <div className={`row ${styles.actions}`}>
        <SlotButton text={t('slots.cancel')} label={t('slots.cancelFor', { label })} onClick={onCancel} />
      </div>
    );
  }
  const canRetry = choice?.phase === 'failed' || choice?.phase === 'cancelled';
  return (
    <div className={`row ${styles.actions}`}>
      {canRetry && (
        <SlotButton text={t('slots.retry')} label={t('slots.retryFor', { label })} onClick={onRetry} isMain />
      )}
      {url && !choice ? (
        <SlotButton text={t('slots.replace')} label={t('slots.replaceFor', { label })} onClick={onPick} />
      ) : (
        <SlotButton
          text={t('slots.choose')}
          label={t('slots.chooseFor', { label })}
          onClick={onPick}
          isMain={!canRetry}
        />
      )}
      {choice && <SlotButton text={t('slots.discard')} label={t('slots.discardFor', { label })} onClick={onDiscard} />}
      {onBringBack && !choice && (
        <SlotButton
          call="bringBack"
          text={t('former.bringBack')}
          label={t('former.bringBackTo', { label })}
          // The second click of a double click would restore an older file.
          onClick={(event) => event.detail <= 1 && onBringBack()}
        />
      )}
      {url && !choice && (
        <>
          <SlotButton text={t('slots.remove')} label={t('slots.removeFor', { label })} onClick={onRemove} />
          <a
            className={styles.open}
            data-target=""
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={t('slots.openFor', { label })}
          >
            {t('slots.open')}
            <TbExternalLink size={18} strokeWidth={1.75} aria-hidden />
          </a>
        </>
      )}
    </div>
  );
}

interface SlotButtonProps {
  text: string;
  /** The label for screen readers, with the name of the slot. */
  label: string;
  onClick: MouseEventHandler;
  isMain?: boolean;
  call?: EndpointName;
}

function SlotButton({ text, label, onClick, isMain = false, call = 'updateAttachments' }: SlotButtonProps) {
  return (
    <Allowed call={call}>
      <Button
        size="sm"
        variant={isMain ? 'light' : 'default'}
        className={styles.button}
        aria-label={label}
        onClick={onClick}
      >
        {text}
      </Button>
    </Allowed>
  );
}
