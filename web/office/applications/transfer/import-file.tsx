/** Uploads a spreadsheet that is chosen or dropped. The name of a refused file stays visible with the reason. */

import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../../contract/errors.ts';
import { limits, megabytes } from '../../../../contract/limits.ts';
import { spreadsheetFormatNames } from '../../../../contract/spreadsheet-format.ts';
import { CallFailed } from '../../calls/api.ts';
import { failureText } from '../../calls/failure-text.ts';
import { upload } from '../../calls/upload.ts';
import { useDropTarget } from '../../form/drop-target.ts';
import choice from '../../form/picture-choice.module.css';
import { useSending, wasCancelled } from '../../form/sending.ts';
import { TbAlertTriangle, TbFilePlus, TbRefresh } from '../../frame/icons.tsx';
import { useNavigateWhileShown } from '../../frame/navigate-while-shown.ts';
import notice from '../../frame/notice.module.css';
import tone from '../../frame/text.module.css';
import touch from '../../frame/touch.module.css';
import { useUnsaved } from '../../frame/use-unsaved.ts';
import styles from './import-file.module.css';
import { importQuery, importsQuery } from './import-queries.ts';
import { useImportWords } from './import-words.ts';

/** A text file is read as CSV. */
const accepted = [...spreadsheetFormatNames, 'txt'].map((ending) => `.${ending}`).join(',');
const sizeMax = megabytes(limits.importBytesMax);

export function ImportFile() {
  const { t, language, number } = useImportWords();
  const queryClient = useQueryClient();
  const navigate = useNavigateWhileShown();
  const sending = useSending();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isSending = sending.progress !== null;
  const markSent = useUnsaved(isSending, t('file.leave'));
  // The button that stopped or repeated the upload was removed with the focus on it.
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending && document.activeElement === document.body) input.current?.focus();
    wasSending.current = isSending;
  }, [isSending]);

  const send = async (chosen: File) => {
    setFile(chosen);
    setProblem(null);
    if (chosen.size > limits.importBytesMax) return setProblem(errorText('import_too_large', language));
    const form = new FormData();
    form.append('fileName', chosen.name.slice(-limits.importFileNameLengthMax));
    form.append('file', chosen);
    try {
      const result = await sending.run((options) => upload('addImport', { form, ...options }));
      if (!result.ok) throw new CallFailed(result.status, result.error);
      const run = result.data;
      queryClient.setQueryData(importQuery(run._id).queryKey, run);
      markSent();
      await navigate(`/import/${run._id}`);
    } catch (error) {
      setProblem(wasCancelled(error) ? t('file.cancelled') : failureText(error, language));
    } finally {
      // Also without an answer: the server may have the file, and the list then shows it before it is sent again.
      void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
    }
  };
  const choose = (chosen: File | undefined) => {
    if (input.current) input.current.value = '';
    if (chosen && !isSending) void send(chosen);
  };
  const { isOver, listeners } = useDropTarget(([file]) => choose(file));
  return (
    <div
      className={`${choice.box} ${styles.box}`}
      data-over={isOver || undefined}
      data-wrong={problem ? '' : undefined}
      {...listeners}
    >
      <SheetSign />
      <div className={`stack ${styles.words}`}>
        <p className={styles.title}>{t('file.title')}</p>
        <p id="import-rule" className={tone.note}>
          {t('file.rule', { megabytes: number(sizeMax), rows: number(limits.importRowsMax) })}
        </p>
        {problem && (
          <p role="alert" id="import-problem" className={notice.error}>
            <TbAlertTriangle size={20} strokeWidth={1.75} aria-hidden />
            <span>
              {file && <strong>{file.name}</strong>} {problem}
            </span>
          </p>
        )}
        {isSending && file ? (
          <Sending name={file.name} progress={sending.progress ?? 0} onStop={sending.cancel} />
        ) : (
          <div className={`row ${styles.ways}`}>
            <input
              ref={input}
              type="file"
              id="import-file"
              className={choice.input}
              accept={accepted}
              aria-describedby={problem ? 'import-rule import-problem' : 'import-rule'}
              aria-invalid={problem ? true : undefined}
              onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
            />
            <label htmlFor="import-file" className={`${choice.button} ${styles.button}`}>
              <TbFilePlus size={20} strokeWidth={1.75} aria-hidden />
              {t(problem ? 'file.chooseOther' : 'file.choose')}
            </label>
            {problem && file && (
              <Button
                variant="subtle"
                onClick={() => void send(file)}
                leftSection={<TbRefresh size={18} strokeWidth={1.75} aria-hidden />}
              >
                {t('file.again')}
              </Button>
            )}
            <span className={`${tone.note} ${touch.hidden}`}>{t('file.drop')}</span>
          </div>
        )}
      </div>
    </div>
  );
}

/** After the bytes are sent, the server reads the rows: this has no progress and cannot be stopped. */
function Sending({ name, progress, onStop }: { name: string; progress: number; onStop: () => void }) {
  const { t } = useImportWords();
  const text = t(progress < 1 ? 'file.sending' : 'file.reading', { name });
  return (
    <div className={`stack ${styles.sending}`}>
      <p role="status">{text}</p>
      <Progress value={progress * 100} aria-label={text} size="md" radius="xl" animated striped={progress === 1} />
      {progress < 1 && (
        <Button variant="default" onClick={onStop}>
          {t('file.stop')}
        </Button>
      )}
    </div>
  );
}

/** The picture of a sheet whose rows become cards. */
function SheetSign() {
  return (
    <svg className={styles.sign} viewBox="0 0 96 72" fill="none" strokeWidth="2" aria-hidden="true">
      <path className={styles.sheet} d="M4 8h50v56H4zM4 20h50M4 31h50M4 42h50M4 53h50M20 8v56M37 8v56" />
      <path className={styles.arrow} d="M60 36h12m-5-5 5 5-5 5" strokeLinecap="round" strokeLinejoin="round" />
      <path className={styles.cards} d="M78 12h16v14H78zM78 30h16v14H78zM78 48h16v14H78z" />
    </svg>
  );
}
