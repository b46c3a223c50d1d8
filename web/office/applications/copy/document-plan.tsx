import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Slot, slotNames, slots } from '../../../../contract/application-form.ts';
import { type ErrorCode, errorText } from '../../../../contract/errors.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { pictureTypes, problemOf, typeOf } from '../../form/document-check.ts';
import { useObjectUrl } from '../../form/object-url.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import tone from '../../frame/text.module.css';
import { TbFile } from '../../screen-icons.tsx';
import { placesFor } from './document-places.ts';
import styles from './document-plan.module.css';
import type { SlotFile } from './document-uploads.ts';

/** One file for a slot that has a document already, or several files with the empty slots. */
export type Plan = { files: File[] } & ({ slot: Slot } | { empty: Slot[] });

interface DocumentPlanProps {
  /** Null while the dialogue is closed. */
  plan: Plan | null;
  allowPdf: boolean;
  isTaken: (slot: Slot) => boolean;
  onCancel: () => void;
  onAgreed: (pairs: SlotFile[]) => void;
}

/** Shows which of several chosen files goes into which slot, and lets that be changed before anything is sent. */
export function DocumentPlan({ plan, allowPdf, isTaken, onCancel, onAgreed }: DocumentPlanProps) {
  const { t, language } = useTexts();
  const [rows, setRows] = useState<{ file: File; slot: Slot | null; wrong: ErrorCode | null }[]>([]);
  const [clash, setClash] = useState<Clash | null>(null);
  useEffect(() => {
    if (!plan) return;
    let isCurrent = true;
    const { files } = plan;
    setClash(null);
    setRows([]);
    void Promise.all(files.map((file) => typeOf(file).catch(() => null))).then((types) => {
      if (!isCurrent) return;
      const checked = files.map((file, at) => ({ file, wrong: problemOf(file, types[at] ?? null, allowPdf) }));
      const accepted = checked.filter(({ wrong }) => !wrong).map(({ file }) => file.name);
      const places = 'slot' in plan ? [plan.slot] : placesFor(accepted, plan.empty);
      setRows(checked.map((row) => ({ ...row, slot: row.wrong ? null : (places.shift() ?? null) })));
    });
    return () => {
      isCurrent = false;
    };
  }, [plan, allowPdf]);

  const pairs = rows.flatMap(({ file, slot }) => (slot ? [{ file, slot }] : []));
  const agree = () => {
    const found = clashOf(pairs);
    setClash(found);
    if (!found) onAgreed(pairs);
  };
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
      title={t('slots.planTitle')}
      confirm={t('slots.planConfirm', { count: pairs.length, number: formatNumber(pairs.length, language) })}
      problem={clash && t('slots.planTwice', { ...clash, label: slots[clash.slot].label[language] })}
      onConfirm={agree}
      onCancel={onCancel}
    >
      <p>{t('slots.planText')}</p>
      <ul className={styles.files}>
        {rows.map(({ file, slot, wrong }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and their order stays
          <li key={at}>
            <Thumbnail file={file} />
            <strong>{file.name}</strong>
            {wrong ? (
              <p className={tone.failed}>{errorText(wrong, language)}</p>
            ) : (
              <NativeSelect
                aria-label={t('slots.planFor', { name: file.name })}
                data={choices}
                value={slot ?? ''}
                onChange={({ currentTarget }) => {
                  const chosen = slotNames.find((name) => name === currentTarget.value) ?? null;
                  setRows(rows.map((row, each) => (each === at ? { ...row, slot: chosen } : row)));
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
function clashOf(pairs: readonly SlotFile[]): Clash | null {
  for (const [at, { slot, file }] of pairs.entries()) {
    const earlier = pairs.slice(0, at).find((pair) => pair.slot === slot);
    if (earlier) return { one: earlier.file.name, other: file.name, slot };
  }
  return null;
}

function Thumbnail({ file }: { file: File }) {
  const isPicture = pictureTypes.includes(file.type);
  const url = useObjectUrl(isPicture ? file : null);
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={styles.thumbnail}>
      {url && !isBroken ? (
        <img src={url} alt="" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <TbFile size={28} strokeWidth={1.25} aria-hidden />
      )}
    </span>
  );
}
