/** What a decision is based on: the applicant, the current status, and changes by others since it was loaded. */
import { useEffect, useRef } from 'react';
import type { Application, ApplicationWithHistory } from '../../../../contract/answers.ts';
import { slots } from '../../../../contract/application-form.ts';
import { CalendarDate, Fact } from '../../../application/facts.tsx';
import { StatusTag } from '../../../application/status-tag.tsx';
import { longDate, timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import notice from '../../frame/notice.module.css';
import { useDateOrNotSet } from './date-or-not-set.ts';
import styles from './decision-form.module.css';
import type { Warning } from './decision-warnings.ts';
import { isValid } from './valid-decisions.ts';

/** The part of a record that a decision is based on; if it has changed, the user is asked again. */
export type Basis = Pick<Application, 'isStatus' | 'pending' | 'approve'>;

export const basisOf = ({ isStatus, pending, approve }: Basis): Basis => ({ isStatus, pending, approve });

export function isSameBasis(one: Basis, other: Basis): boolean {
  return one.isStatus === other.isStatus && one.pending === other.pending && one.approve === other.approve;
}

export function CurrentState({ application }: { application: Application }) {
  const { t } = useTexts();
  const { givenN, surname, passport, isStatus, approve, pending } = application;
  return (
    <div className={`row ${styles.present}`}>
      <h3>
        {givenN} {surname}
      </h3>
      <p>
        {t('passport')} <strong>{passport}</strong>
      </p>
      <dl className="row">
        <Fact label={t('decision.present')}>
          <StatusTag status={isStatus} />
        </Fact>
        <Fact label={t('approveDate')}>{approve ? <CalendarDate withDigits date={approve} /> : t('notSet')}</Fact>
        <Fact label={t('collectDate')}>{pending ? <CalendarDate withDigits date={pending} /> : t('notSet')}</Fact>
      </dl>
    </div>
  );
}

/** Takes the focus with each new question (`shown`), so that a second Enter in a field does not confirm it. */
export function Warnings({ warnings, shown }: { warnings: readonly Warning[]; shown: readonly Warning[] }) {
  const { t, language } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question takes the focus
  useEffect(() => box.current?.focus(), [shown]);
  return (
    <div ref={box} className={`stack ${notice.pending} ${styles.notice}`} role="alert" tabIndex={-1}>
      <p>
        <strong>{t('decision.warning')}</strong>
      </p>
      {warnings.map((warning) => (
        <p key={warning.kind}>
          {warning.kind === 'documentsMissing'
            ? t('decision.documentsMissing', {
                documents: warning.slots.map((slot) => slots[slot].label[language]).join(', '),
              })
            : t(`decision.${warning.kind}`, { date: longDate(warning.day, language) })}
        </p>
      ))}
      <p>{t('decision.warningNext')}</p>
    </div>
  );
}

/** Says that somebody else has changed the application: the old and the new status, and who decided. */
export function ConflictNotice({ before, now }: { before: Basis; now: ApplicationWithHistory }) {
  const { t, language } = useTexts();
  const { t: word } = useStatusTexts();
  const last = now.history.findLast(isValid);
  const status = { before: word(`${before.isStatus}.word`), now: word(`${now.isStatus}.word`) };
  const dateOrNotSet = useDateOrNotSet();
  const dates = { approve: dateOrNotSet(now.approve), collect: dateOrNotSet(now.pending) };
  return (
    <div className={`stack ${notice.pending} ${styles.notice}`}>
      <p>
        <strong>
          {isSameBasis(before, now) ? t('decision.conflictSame', status) : t('decision.conflict', status)}
        </strong>
      </p>
      <p>{t('decision.conflictDates', dates)}</p>
      {last?.by && <p>{t('decision.conflictBy', { by: last.by, at: timeInWords(last.at, language) })}</p>}
      <p>{t('decision.conflictGo')}</p>
    </div>
  );
}
