/** A sample of the records that the first rows would become with the chosen columns. */
import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { type FormField, formFieldNames, isOfKind } from '../../../../contract/application-form.ts';
import type { DateOrder, ImportColumns } from '../../../../contract/import.ts';
import { readImportedDate } from '../../../../contract/imported-date.ts';
import type { ImportRun } from '../../../../contract/transfer-answers.ts';
import sheet from '../../../ui/card.module.css';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbChevronLeft, TbChevronRight } from '../../frame/icons.tsx';
import tone from '../../frame/text.module.css';
import styles from './import-sample.module.css';
import { useImportWords } from './import-words.ts';

interface ImportSampleProps {
  run: ImportRun;
  columns: ImportColumns;
  dateOrder: DateOrder | null;
}

export function ImportSample({ run, columns, dateOrder }: ImportSampleProps) {
  const { t, field, number } = useImportWords();
  const [index, setIndex] = useState(0);
  const row = run.preview[index];
  if (!row) return null;
  return (
    <section className={`${sheet.card} ${styles.sample}`} aria-labelledby="sample">
      <div className={`spread ${styles.head}`}>
        <h3 id="sample" className={tone.title} aria-live="polite">
          {t('sample.title', { row: number(row.row) })}
        </h3>
        <span className={styles.turn}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('sample.before')}
            {...ariaDisabled(index === 0, () => setIndex(index - 1))}
          >
            <TbChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('sample.next')}
            {...ariaDisabled(index === run.preview.length - 1, () => setIndex(index + 1))}
          >
            <TbChevronRight size={20} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <dl className={styles.fields}>
        {formFieldNames.map((name) => (
          <div key={name}>
            <dt>{field(name)}</dt>
            <dd>
              <Value name={name} columns={columns} cells={row.cells} dateOrder={dateOrder} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ValueProps extends Omit<ImportSampleProps, 'run'> {
  name: FormField;
  cells: readonly string[];
}

/** A date is shown as it is parsed, since this depends on the chosen order of day and month. */
function Value({ name, columns, cells, dateOrder }: ValueProps) {
  const { t, day } = useImportWords();
  const position = columns.indexOf(name);
  if (position < 0) return <span className={tone.failed}>{t('sample.noColumn')}</span>;
  const cell = cells[position]?.trim() ?? '';
  if (!cell) return <span className={tone.soft}>{t('sample.empty')}</span>;
  if (!isOfKind(name, 'date')) return cell;
  const date = readImportedDate(cell, dateOrder);
  if (date === null || date === 'ambiguous') {
    return (
      <span className={tone.failed}>
        {cell}: {t(date ? 'sample.ambiguous' : 'sample.noDate')}
      </span>
    );
  }
  return <time dateTime={date}>{day(`${date}T06:00:00Z`)}</time>;
}
