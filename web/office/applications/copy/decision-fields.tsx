import { Textarea } from '@mantine/core';
import type { Application } from '../../../../contract/application.ts';
import { addBusinessDays } from '../../../../contract/dates.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Decision } from '../../../../contract/status.ts';
import { codePointLength, plainText } from '../../../../contract/text.ts';
import { longDate } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import type { ContractForm } from '../../form/contract-form.tsx';
import { DateField } from '../../form/date-field.tsx';
import { dayTyped } from '../../form/typed-date.ts';
import styles from './decision-form.module.css';

export type DecisionValues = { date: string; collectDate: string; note: string };

interface DecisionFieldsProps {
  application: Application;
  decision: Decision;
  of: ContractForm<DecisionValues>;
  values: DecisionValues;
  /** The day in Dhaka. */
  today: string;
}

/** The dates that a decision sets, with what becomes of those left empty, and the note. */
export function DecisionFields({ application, decision, of, values, today }: DecisionFieldsProps) {
  const { t, language } = useTexts();
  const { approve, pending } = application;
  const words = (date: string) => longDate(date, language);
  const approveDate = values.date.trim() === '' ? today : dayTyped(values.date);
  const collectWhenEmpty = approveDate && addBusinessDays(approveDate, limits.collectAfterBusinessDays);
  const input = { of, values, today };
  return (
    <div className={styles.fields}>
      {decision === 'pending' && (
        <>
          {approve && <p>{t('decision.clearsApprove', { date: approve })}</p>}
          <DateInput
            {...input}
            name="date"
            label={t('decision.collectDateLabel')}
            whenEmpty={pending ? t('decision.pendingEmpty', { date: pending }) : t('decision.pendingEmptyNone')}
          />
        </>
      )}
      {decision === 'approve' && (
        <>
          <DateInput
            {...input}
            name="date"
            label={t('decision.approveDateLabel')}
            whenEmpty={t('decision.approveEmpty', { date: words(today) })}
          />
          <DateInput
            {...input}
            name="collectDate"
            label={t('decision.collectDateLabel')}
            whenEmpty={collectWhenEmpty ? t('decision.collectEmpty', { date: words(collectWhenEmpty) }) : ''}
          />
        </>
      )}
      {decision === 'reject' && (
        <p>
          {approve || pending
            ? t('decision.clearsBoth', { approve: approve ?? t('notSet'), collect: pending ?? t('notSet') })
            : t('decision.clearsNone')}
        </p>
      )}
      <div>
        <Textarea
          key={of.key('note')}
          {...of.field('note')}
          label={t('decision.note')}
          description={t('decision.noteHint')}
          autosize
          minRows={3}
          maxRows={10}
        />
        <NoteLength text={values.note} />
      </div>
    </div>
  );
}

interface DateInputProps extends Pick<DecisionFieldsProps, 'of' | 'values' | 'today'> {
  name: 'date' | 'collectDate';
  label: string;
  whenEmpty: string;
}

function DateInput({ name, label, whenEmpty, of, values, today }: DateInputProps) {
  const { t, language } = useTexts();
  const typed = values[name];
  const date = dayTyped(typed);
  return (
    <DateField
      key={of.key(name)}
      {...of.field(name)}
      label={label}
      description={
        <span className={styles.description}>
          <span>{t('decision.dateHint', { example: today })}</span>
          {date ? (
            <span className={styles.readAs}>{t('decision.readAs', { date: longDate(date, language) })}</span>
          ) : (
            <span>{whenEmpty}</span>
          )}
        </span>
      }
    />
  );
}

function NoteLength({ text }: { text: string }) {
  const { t, language } = useTexts();
  const number = (value: number) => value.toLocaleString(language);
  const max = limits.noteLengthMax;
  const length = codePointLength(plainText(text, max));
  const counted = { count: number(length), max: number(max), over: number(length - max) };
  return length > max ? (
    <p className={`${styles.length} ${styles.over}`}>{t('decision.noteOver', counted)}</p>
  ) : (
    <p className={styles.length}>{t('decision.noteLeft', counted)}</p>
  );
}
