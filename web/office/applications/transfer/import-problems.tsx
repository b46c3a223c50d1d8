/** A table of the first rows with problems, each with its cell and the reason, and a download of all of them. */
import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { dhakaDay } from '../../../../contract/dates.ts';
import { errorText } from '../../../../contract/errors.ts';
import { type SpreadsheetFormat, spreadsheetFormatNames } from '../../../../contract/spreadsheet-format.ts';
import type { ImportProblem, ImportRun } from '../../../../contract/transfer-answers.ts';
import { useTexts as useExportTexts } from '../../../texts/office/export.ts';
import sheet from '../../../ui/card.module.css';
import hidden from '../../../ui/visually-hidden.module.css';
import { download, saveAs } from '../../calls/download.ts';
import { failureText } from '../../calls/failure-text.ts';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbDownload } from '../../frame/icons.tsx';
import table from '../../frame/table.module.css';
import tone from '../../frame/text.module.css';
import { Allowed } from '../../session/allowed.tsx';
import styles from './import-problems.module.css';
import { columnLetters, useImportWords } from './import-words.ts';

const columns = ['row', 'column', 'cell', 'reason'] as const;

export function ImportProblems({ run }: { run: ImportRun }) {
  const { t, number } = useImportWords();
  const { problems } = run;
  const isUndone = run.state === 'undone';
  // Rows that fit are left only where an import ended early.
  const left = run.state === 'imported' ? run.fit : 0;
  const total = isUndone ? run.kept + run.lost : run.refused + left;
  const shown = new Set(problems.map(({ row }) => row)).size;
  if (total === 0) return null;
  const title = t(isUndone ? 'problems.titleUndone' : 'problems.title');
  return (
    <section aria-labelledby="problems">
      <div className={`spread ${styles.head}`}>
        <div>
          <h3 id="problems" className={tone.title}>
            {title}
          </h3>
          <p className={`${tone.note} ${styles.lead}`}>
            {shown < total && t('problems.first', { shown: number(shown), total: number(total) })}{' '}
            {t(isUndone ? 'problems.stay' : 'problems.correct')}
          </p>
        </div>
        <Report run={run} />
      </div>
      <div className={`${sheet.card} ${table.card}`}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className={hidden.always}>{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`problems.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problems.map((problem) => (
              <Row key={`${problem.row} ${problem.column}`} run={run} problem={problem} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ run, problem }: { run: ImportRun; problem: ImportProblem }) {
  const { t, language, number } = useImportWords();
  const { row, column, cell, code } = problem;
  return (
    <tr>
      <th scope="row" data-label={t('problems.row')}>
        {number(row)}
      </th>
      <td data-label={t('problems.column')}>
        {column === null ? (
          t('problems.whole')
        ) : (
          <span>
            <span className={styles.letters}>{columnLetters(column)}</span> {run.headings[column]}
          </span>
        )}
      </td>
      <td data-label={t('problems.cell')}>
        {cell ? <q className={styles.cell}>{cell}</q> : <span className={tone.soft}>{t('problems.empty')}</span>}
      </td>
      <td data-label={t('problems.reason')}>{errorText(code, language)}</td>
    </tr>
  );
}

function Report({ run }: { run: ImportRun }) {
  const { t, language } = useImportWords();
  const { t: forms } = useExportTexts();
  // The program that wrote the file can also correct it.
  const [form, setForm] = useState<SpreadsheetFormat>(run.form);
  const downloading = useMutation({
    mutationFn: async () => {
      const file = await download('importReport', { json: { form }, params: { id: run._id } });
      saveAs(file, `import-${dhakaDay(new Date(run.createdAt))}.${form}`);
    },
  });
  return (
    <Allowed call="importReport">
      <div className={`row ${styles.report}`}>
        <NativeSelect
          aria-label={forms('form')}
          value={form}
          onChange={({ currentTarget }) => setForm(currentTarget.value as SpreadsheetFormat)}
          data={spreadsheetFormatNames.map((value) => ({ value, label: forms(`forms.${value}`) }))}
        />
        <Button
          variant="default"
          {...ariaDisabled(downloading.isPending, () => downloading.mutate())}
          leftSection={<TbDownload size={20} strokeWidth={1.75} aria-hidden />}
        >
          {t('problems.report')}
        </Button>
        {downloading.error && (
          <p role="alert" className={tone.failed}>
            {failureText(downloading.error, language)}
          </p>
        )}
      </div>
    </Allowed>
  );
}
