import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Slot, slotNames, slots } from '../../../../contract/application-form.ts';
import { type ErrorCode, errorText } from '../../../../contract/errors.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { problemOf, typeOf } from '../../form/document-check.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import styles from './document-plan.module.css';

interface DocumentPlanProps {
  /** The dropped files and the place proposed for each; null while nothing is to be agreed on. */
  plan: { files: File[]; places: (Slot | null)[] } | null;
  allowPdf: boolean;
  isTaken: (slot: Slot) => boolean;
  onCancel: () => void;
  onAgreed: (pairs: { slot: Slot; file: File }[]) => void;
}

/** Says which of several dropped files goes where, and lets that be changed before anything is sent. */
export function DocumentPlan({ plan, allowPdf, isTaken, onCancel, onAgreed }: DocumentPlanProps) {
  const { t, language } = useTexts();
  const [rows, setRows] = useState<{ file: File; slot: Slot | null; wrong: ErrorCode | null }[]>([]);
  const [isTwice, setTwice] = useState(false);
  useEffect(() => {
    if (!plan) return;
    let isCurrent = true;
    const { files, places } = plan;
    setTwice(false);
    setRows([]);
    void Promise.all(files.map((file) => typeOf(file).catch(() => null))).then((types) => {
      if (!isCurrent) return;
      const free = [...places];
      setRows(
        files.map((file, at) => {
          const wrong = problemOf(file, types[at] ?? null, allowPdf);
          return { file, wrong, slot: wrong ? null : (free.shift() ?? null) };
        }),
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [plan, allowPdf]);

  const pairs = rows.flatMap(({ file, slot }) => (slot ? [{ file, slot }] : []));
  const agree = () => {
    const isClash = new Set(pairs.map(({ slot }) => slot)).size < pairs.length;
    setTwice(isClash);
    if (!isClash) onAgreed(pairs);
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
      confirm={t('slots.planConfirm', { count: pairs.length })}
      problem={isTwice ? t('slots.planTwice') : null}
      onConfirm={agree}
      onCancel={onCancel}
    >
      <p>{t('slots.planText')}</p>
      <ul className={styles.files}>
        {rows.map(({ file, slot, wrong }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may bear one name, and their order stays
          <li key={at}>
            <strong>{file.name}</strong>
            {wrong ? (
              <p className={styles.wrong}>{errorText(wrong, language)}</p>
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
