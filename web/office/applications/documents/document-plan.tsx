import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Slot, slotNames, slots } from '../../../../contract/application-form.ts';
import { type ErrorCode, errorText } from '../../../../contract/errors.ts';
import { pictureTypes } from '../../../../contract/files.ts';
import scan from '../../../application/document.module.css';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { detectFileType, documentProblem } from '../../form/document-check.ts';
import { useObjectUrl } from '../../form/object-url.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import tone from '../../frame/text.module.css';
import { TbFile } from '../../screen-icons.tsx';
import styles from './document-plan.module.css';
import type { SlotFile } from './document-uploads.ts';
import { suggestSlots } from './suggested-slots.ts';

/** One file for a slot that has a document already, or several files with the empty slots. */
export type Plan = { files: File[] } & ({ slot: Slot } | { empty: Slot[] });

interface DocumentPlanProps {
  /** Null while the dialogue is closed. */
  plan: Plan | null;
  allowPdf: boolean;
  isTaken: (slot: Slot) => boolean;
  onCancel: () => void;
  onConfirm: (files: SlotFile[]) => void;
}

/** Shows which of several chosen files goes into which slot, and lets that be changed before anything is sent. */
export function DocumentPlan({ plan, allowPdf, isTaken, onCancel, onConfirm }: DocumentPlanProps) {
  const { t, language } = useTexts();
  const [rows, setRows] = useState<{ file: File; slot: Slot | null; problem: ErrorCode | null }[]>([]);
  const [planProblem, setPlanProblem] = useState<Clash | 'none chosen' | null>(null);
  useEffect(() => {
    if (!plan) return;
    let isCurrent = true;
    const { files } = plan;
    setPlanProblem(null);
    setRows([]);
    void Promise.all(files.map((file) => detectFileType(file).catch(() => null))).then((types) => {
      if (!isCurrent) return;
      const checked = files.map((file, index) => ({
        file,
        problem: documentProblem(file, types[index] ?? null, allowPdf),
      }));
      const accepted = checked.filter(({ problem }) => !problem).map(({ file }) => file.name);
      const suggested = 'slot' in plan ? [plan.slot] : suggestSlots(accepted, plan.empty);
      setRows(checked.map((row) => ({ ...row, slot: row.problem ? null : (suggested.shift() ?? null) })));
    });
    return () => {
      isCurrent = false;
    };
  }, [plan, allowPdf]);

  const slotFiles = rows.flatMap(({ file, slot }) => (slot ? [{ file, slot }] : []));
  const isRefused = rows.length > 0 && rows.every(({ problem }) => problem);
  const confirm = () => {
    if (isRefused) return;
    const newProblem = slotFiles.length === 0 ? 'none chosen' : clashOf(slotFiles);
    setPlanProblem(newProblem);
    if (!newProblem) onConfirm(slotFiles);
  };
  const problemText = () => {
    if (isRefused) return t('slots.planRefused', { count: rows.length });
    if (planProblem === 'none chosen') return t('slots.planEmpty');
    return planProblem && t('slots.planTwice', { ...planProblem, label: slots[planProblem.slot].label[language] });
  };
  const count = slotFiles.length;
  const choices = [
    { value: '', label: t('slots.planNone') },
    ...slotNames.map((slot) => {
      const label = slots[slot].label[language];
      return { value: slot, label: isTaken(slot) ? t('slots.planReplaces', { label }) : label };
    }),
  ];
  return (
    <ConfirmDialog
      isOpen={plan !== null}
      hasInput
      title={t('slots.planTitle')}
      confirm={isRefused ? null : t('slots.planConfirm', { count, number: formatNumber(count, language) })}
      problem={problemText()}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {!isRefused && <p>{t('slots.planText')}</p>}
      <ul className={`stack ${styles.files}`}>
        {rows.map(({ file, slot, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and their order stays
          <li key={index}>
            <Thumbnail file={file} />
            <strong>{file.name}</strong>
            {problem ? (
              <p className={tone.failed}>{errorText(problem, language)}</p>
            ) : (
              <NativeSelect
                aria-label={t('slots.planFor', { name: file.name })}
                data={choices}
                value={slot ?? ''}
                onChange={({ currentTarget }) => {
                  const chosen = slotNames.find((name) => name === currentTarget.value) ?? null;
                  setRows(rows.map((row, each) => (each === index ? { ...row, slot: chosen } : row)));
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

interface Clash {
  one: string;
  other: string;
  slot: Slot;
}

/** The first two files that are assigned to the same slot. */
function clashOf(slotFiles: readonly SlotFile[]): Clash | null {
  for (const [index, { slot, file }] of slotFiles.entries()) {
    const earlier = slotFiles.slice(0, index).find((other) => other.slot === slot);
    if (earlier) return { one: earlier.file.name, other: file.name, slot };
  }
  return null;
}

function Thumbnail({ file }: { file: File }) {
  const isPicture = pictureTypes.some((type) => type === file.type);
  const url = useObjectUrl(isPicture ? file : null);
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={`${scan.thumbnail} ${styles.thumbnail}`}>
      {url && !isBroken ? (
        <img src={url} alt="" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <TbFile size={28} strokeWidth={1.25} aria-hidden />
      )}
    </span>
  );
}
