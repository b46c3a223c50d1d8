/** Asks for the format of a spreadsheet and downloads the applications of the list as one. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { dhakaDay } from '../../../../contract/dates.ts';
import { errorText } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { type SpreadsheetFormat, spreadsheetFormatNames } from '../../../../contract/spreadsheet-format.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/export.ts';
import { download, saveAs } from '../../calls/download.ts';
import { failureText } from '../../calls/failure-text.ts';
import choices from '../../form/choice.module.css';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import tone from '../../frame/text.module.css';
import { toastDone } from '../../frame/toast.client.ts';
import { applicationCountQuery, type ListFilters, queryOf } from '../application-queries.ts';
import styles from './export-dialog.module.css';

interface ExportDialogProps {
  filters: ListFilters;
  onClose: () => void;
}

export default function ExportDialog({ filters, onClose }: ExportDialogProps) {
  const { t, language } = useTexts();
  const [format, setFormat] = useState<SpreadsheetFormat>('xlsx');
  const groupName = useId();
  const counting = useQuery(applicationCountQuery(filters));
  const count = counting.data;
  const controller = useRef<AbortController>(null);
  // The dialogue is removed as soon as it is closed, and its download then goes on for nobody.
  useEffect(() => () => controller.current?.abort(), []);
  const downloading = useMutation({
    mutationFn: async () => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      const json = { ...queryOf(filters), form: format, language };
      const file = await download('exportApplications', { json, signal });
      saveAs(file, `applications-${dhakaDay(new Date())}.${format}`);
    },
    onSuccess: () => {
      toastDone(t('done'));
      onClose();
    },
  });
  const number = count === undefined ? '' : formatNumber(count, language);
  const isTooLong = format !== 'csv' && count !== undefined && count >= limits.sheetRowsMax;
  const { error } = downloading;
  return (
    <ConfirmDialog
      hasInput
      isOpen
      title={t('title')}
      confirm={t('take')}
      isBusy={downloading.isPending}
      cancelsCall
      problem={isTooLong ? errorText('export_too_long', language) : error && failureText(error, language)}
      onConfirm={() => downloading.mutate()}
      onCancel={onClose}
    >
      <p>{count === undefined ? t(counting.isError ? 'uncounted' : 'counting') : t('text', { count, number })}</p>
      <fieldset className={`row ${styles.forms}`}>
        <legend>{t('form')}</legend>
        {spreadsheetFormatNames.map((name) => (
          <label key={name} className={`${choices.choice} ${styles.form}`}>
            <input type="radio" name={groupName} checked={format === name} onChange={() => setFormat(name)} />
            {t(`forms.${name}`)}
          </label>
        ))}
      </fieldset>
      <p className={tone.note}>{t('note')}</p>
    </ConfirmDialog>
  );
}
