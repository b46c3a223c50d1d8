/** The fields of a decision for its dates and texts, and the effect that it will have. */
import { Textarea } from '@mantine/core';
import { Suspense } from 'react';
import type { Application, ApplicationWithHistory } from '../../../../contract/answers.ts';
import { collectDateAfter, datesAfter } from '../../../../contract/decision-dates.ts';
import { limits } from '../../../../contract/limits.ts';
import { type DecisionKind, outcomeOf, statusAfter, statusGivenBy } from '../../../../contract/status.ts';
import { longDate } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { CharacterCount } from '../../form/character-count.tsx';
import type { ContractForm } from '../../form/contract-form.tsx';
import { DateField } from '../../form/date-field.tsx';
import { parseTypedDate } from '../../form/typed-date.ts';
import { lazyPart } from '../../frame/lazy-part.tsx';
import { useDateOrNotSet } from './date-or-not-set.ts';
import styles from './decision-form.module.css';
import type { DecisionEffect } from './decision-warnings.ts';

export type DecisionValues = { date: string; collectDate: string; note: string; reason: string };

/** Loaded lazily with the texts of the public pages, which are needed only here. */
const DecisionPreview = lazyPart(() => import('./decision-preview.tsx'));

type TypedDates = { date?: string | null | undefined; collectDate?: string | null | undefined };

/** Status and dates after the decision, as the server will set them; an invalid date counts as empty. */
export function effectOf(
  decision: DecisionKind,
  application: Application,
  typed: TypedDates,
  today: string,
): DecisionEffect {
  const status = statusAfter(application.isStatus, decision) ?? application.isStatus;
  const date = parseTypedDate(typed.date ?? '');
  const collectDate = parseTypedDate(typed.collectDate ?? '');
  return {
    status,
    ...datesAfter[outcomeOf(statusGivenBy(decision))]({
      date,
      collectDate,
      previousCollectDate: application.pending,
      today,
    }),
  };
}

/** Whether each date is valid or empty; otherwise the effect of the decision is not known yet. */
export const areDatesValid = (typed: TypedDates): boolean =>
  [typed.date, typed.collectDate].every((text) => !text?.trim() || parseTypedDate(text) !== null);

interface DecisionFieldsProps {
  application: ApplicationWithHistory;
  decision: DecisionKind;
  form: ContractForm<DecisionValues>;
  values: DecisionValues;
  /** The day in Dhaka. */
  today: string;
}

/** The inputs for the dates, each with its value if it is empty, and for the reason and the note. */
export function DecisionFields({ application, decision, form, values, today }: DecisionFieldsProps) {
  const { t, language } = useTexts();
  const { approve, pending } = application;
  const outcome = outcomeOf(statusGivenBy(decision));
  const approveDate = values.date.trim() === '' ? today : parseTypedDate(values.date);
  const collectWhenEmpty = approveDate && collectDateAfter(approveDate);
  const input = { form, values, today };
  const dateOrNotSet = useDateOrNotSet();
  return (
    <div className={`stack ${styles.fields}`}>
      {outcome === 'open' && (
        <>
          {approve && <p>{t('decision.clearsApprove', { date: longDate(approve, language) })}</p>}
          <DateInput
            {...input}
            name="date"
            label={t('decision.collectDateLabel')}
            whenEmpty={
              pending
                ? t('decision.pendingEmpty', { date: longDate(pending, language) })
                : t('decision.pendingEmptyNone')
            }
          />
        </>
      )}
      {outcome === 'positive' && (
        <>
          <DateInput
            {...input}
            name="date"
            label={t('decision.approveDateLabel')}
            whenEmpty={t('decision.approveEmpty', { date: longDate(today, language) })}
          />
          <DateInput
            {...input}
            name="collectDate"
            label={t('decision.collectDateLabel')}
            whenEmpty={
              collectWhenEmpty ? t('decision.collectEmpty', { date: longDate(collectWhenEmpty, language) }) : ''
            }
          />
        </>
      )}
      {outcome === 'negative' && (
        <p>
          {approve || pending
            ? t('decision.clearsBoth', { approve: dateOrNotSet(approve), collect: dateOrNotSet(pending) })
            : t('decision.clearsNone')}
        </p>
      )}
      <fieldset className={`stack ${styles.side}`}>
        <legend>{t('decision.forApplicant')}</legend>
        {outcome !== 'open' && (
          <LongText
            form={form}
            values={values}
            name="reason"
            max={limits.reasonLengthMax}
            isFirst={outcome === 'negative'}
          />
        )}
        <Suspense>
          <DecisionPreview
            application={application}
            effect={areDatesValid(values) ? effectOf(decision, application, values, today) : null}
            reason={outcome === 'open' ? '' : values.reason.trim()}
            today={today}
          />
        </Suspense>
      </fieldset>
      <fieldset className={`stack ${styles.side}`}>
        <legend>{t('decision.forStaff')}</legend>
        <LongText form={form} values={values} name="note" max={limits.noteLengthMax} />
      </fieldset>
    </div>
  );
}

interface DateInputProps extends Pick<DecisionFieldsProps, 'form' | 'values' | 'today'> {
  name: 'date' | 'collectDate';
  label: string;
  whenEmpty: string;
}

function DateInput({ name, label, whenEmpty, form, values, today }: DateInputProps) {
  const { t, language } = useTexts();
  const typed = values[name];
  const date = parseTypedDate(typed);
  return (
    <DateField
      key={form.key(name)}
      {...form.field(name)}
      // Enter in the first field decides.
      data-autofocus={name === 'date' ? true : undefined}
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

interface LongTextProps extends Pick<DecisionFieldsProps, 'form' | 'values'> {
  name: 'note' | 'reason';
  max: number;
  isFirst?: boolean;
}

function LongText({ form, values, name, max, isFirst = false }: LongTextProps) {
  const { t } = useTexts();
  return (
    <div>
      <Textarea
        key={form.key(name)}
        {...form.field(name)}
        data-autofocus={isFirst || undefined}
        label={t(`decision.${name}`)}
        description={t(`decision.${name}Hint`)}
        rows={2}
      />
      <CharacterCount text={values[name]} max={max} />
    </div>
  );
}
