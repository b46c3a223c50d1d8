/** Maps the columns of the file to fields, with the first values of each and a sample of the resulting records. */
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { type FormField, formFieldNames, isOptional } from '../../../../contract/application-form.ts';
import { type DateOrder, dateOrders } from '../../../../contract/import.ts';
import { needsDateOrder } from '../../../../contract/imported-date.ts';
import type { ImportRun } from '../../../../contract/transfer-answers.ts';
import sheet from '../../../ui/card.module.css';
import { failureText } from '../../calls/failure-text.ts';
import choices from '../../form/choice.module.css';
import { useFocusAfterFailure } from '../../frame/focus-return.ts';
import { TbAlertTriangle, TbCheck } from '../../frame/icons.tsx';
import marks from '../../frame/marks.module.css';
import notice from '../../frame/notice.module.css';
import tone from '../../frame/text.module.css';
import { useUnsaved } from '../../frame/use-unsaved.ts';
import styles from './import-columns.module.css';
import { useImportStep } from './import-queries.ts';
import { ImportSample } from './import-sample.tsx';
import { columnLetters, useImportWords } from './import-words.ts';

interface ImportColumnsFormProps {
  run: ImportRun;
  /** Leads to the outcome of the last check; null if there is none. */
  onBack: (() => void) | null;
}

const shownValuesMax = 3;

export function ImportColumnsForm({ run, onBack }: ImportColumnsFormProps) {
  const { t, language, field, list } = useImportWords();
  const step = useImportStep(run._id);
  const [columns, setColumns] = useState(run.columns);
  const [dateOrder, setDateOrder] = useState(run.dateOrder);
  const [isPressed, setPressed] = useState(false);
  const problem = useRef<HTMLDivElement>(null);
  const checkButton = useFocusAfterFailure(step.isError);
  const isChanged = columns.join() !== run.columns.join() || dateOrder !== run.dateOrder;
  const markSaved = useUnsaved(isChanged);
  const missing = formFieldNames.filter((name) => !isOptional(name) && !columns.includes(name));
  const twice = formFieldNames.filter((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  const isComplete = missing.length + twice.length === 0;
  const dateColumn = columns.indexOf('dob');
  const isOrderNeeded =
    run.dateOrder !== null ||
    run.preview.some(({ cells }) => needsDateOrder(cells[dateColumn] ?? '')) ||
    run.problems.some(({ code }) => code === 'date_ambiguous');
  const check = () => {
    setPressed(true);
    if (!isComplete) return problem.current?.focus();
    step.mutate({ call: 'checkImport', columns, dateOrder }, { onSuccess: markSaved });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <p className={`${tone.soft} ${styles.lead}`}>
        {t(run.headingRow === 0 ? 'columns.leadUnnamed' : 'columns.lead')}
      </p>
      <div className={`stack ${styles.parts}`}>
        <Stack miw={0}>
          <ul className={`${sheet.card} ${styles.columns}`}>
            {columns.map((chosen, position) => (
              <Column
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its position alone
                key={position}
                run={run}
                position={position}
                columns={columns}
                isTwice={isPressed && chosen !== null && twice.includes(chosen)}
                onChoose={(next) => setColumns(columns.with(position, next))}
              />
            ))}
          </ul>
          {dateColumn >= 0 && isOrderNeeded && <DateOrderChoice value={dateOrder} onChange={setDateOrder} />}
        </Stack>
        <ImportSample run={run} columns={columns} dateOrder={dateOrder} />
      </div>
      <div
        ref={problem}
        tabIndex={-1}
        role={isPressed ? 'alert' : 'status'}
        className={`${styles.missing} ${isComplete ? notice.accent : `${notice.pending} ${styles.unfinished}`}`}
      >
        {isComplete ? (
          <TbCheck size={22} strokeWidth={2} aria-hidden />
        ) : (
          <TbAlertTriangle size={22} strokeWidth={1.75} aria-hidden />
        )}
        <span>
          {missing.length > 0 && t('columns.missing', { count: missing.length, fields: list(missing.map(field)) })}{' '}
          {twice.length > 0 && t('columns.twice', { fields: list(twice.map(field)) })}
          {isComplete && t('columns.whole')}
        </span>
      </div>
      {step.error && (
        <p role="alert" className={tone.failed}>
          {failureText(step.error, language)}
        </p>
      )}
      <Group gap="sm">
        <Button ref={checkButton} type="submit" loading={step.isPending}>
          {t('columns.check')}
        </Button>
        {onBack && (
          <Button
            variant="default"
            onClick={() => {
              markSaved();
              onBack();
            }}
          >
            {t('columns.back')}
          </Button>
        )}
      </Group>
    </form>
  );
}

interface ColumnProps {
  run: ImportRun;
  position: number;
  columns: readonly (FormField | null)[];
  isTwice: boolean;
  onChoose: (field: FormField | null) => void;
}

function Column({ run, position, columns, isTwice, onChoose }: ColumnProps) {
  const { t, field, list } = useImportWords();
  const id = useId();
  const letters = columnLetters(position);
  const unnamed = run.headingRow === 0 ? t('columns.unnamed', { column: letters }) : null;
  const heading = unnamed ?? (run.headings[position]?.trim() || t('columns.noHeading'));
  const values = run.preview.flatMap(({ cells }) => cells[position]?.trim() || []).slice(0, shownValuesMax);
  const chosen = columns[position] ?? null;
  const option = (name: FormField) => {
    const other = columns.findIndex((each, index) => each === name && index !== position);
    return {
      value: name,
      label: other < 0 ? field(name) : t('columns.taken', { field: field(name), column: columnLetters(other) }),
    };
  };
  return (
    <li data-out={chosen === null || undefined}>
      <span className={`${marks.tile} ${styles.letters}`} aria-hidden="true">
        {letters}
      </span>
      <div className={styles.file}>
        <strong>{heading}</strong>
        <span id={`${id}-values`} className={styles.values}>
          {values.length > 0 ? values.map((value) => `“${value}”`).join('  ') : t('columns.noValues')}
        </span>
      </div>
      <NativeSelect
        aria-label={unnamed ?? t('columns.of', { column: letters, heading })}
        aria-describedby={`${id}-values`}
        error={isTwice && t('columns.twiceHere', { fields: list(chosen ? [field(chosen)] : []) })}
        value={chosen ?? ''}
        onChange={({ currentTarget }) => onChoose((currentTarget.value || null) as FormField | null)}
        data={[{ value: '', label: t('columns.out') }, ...formFieldNames.map(option)]}
      />
    </li>
  );
}

const orders = [...dateOrders, null] as const;

interface DateOrderChoiceProps {
  value: DateOrder | null;
  onChange: (order: DateOrder | null) => void;
}

/** Asks for the order of day and month, if a date could be two days without it. */
function DateOrderChoice({ value, onChange }: DateOrderChoiceProps) {
  const { t } = useImportWords();
  const name = useId();
  return (
    <fieldset className={`stack ${sheet.card} ${styles.dates}`}>
      <legend>{t('dates.title')}</legend>
      {orders.map((order) => (
        <label key={order ?? 'none'} className={`${choices.choice} ${styles.order}`}>
          <input type="radio" name={name} checked={value === order} onChange={() => onChange(order)} />
          <span>
            <strong>{t(`dates.${order ?? 'none'}`)}</strong> <span>{t(`dates.${order ?? 'none'}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
