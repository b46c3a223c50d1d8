/** The head of the copy: the applicant, the status with its dates, and on a screen what staff can do about it. */
import type { MouseEvent, ReactNode } from 'react';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { slotNames } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { CalendarDate, Fact, Facts } from '../../../application/facts.tsx';
import { filledSlots } from '../../../application/fields-and-documents.ts';
import parts from '../../../application/part.module.css';
import { Portrait } from '../../../application/portrait.tsx';
import { statusClass } from '../../../application/status-look.ts';
import { StatusTag } from '../../../application/status-tag.tsx';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import styles from './copy-head.module.css';

interface CopyHeadProps {
  application: ApplicationWithHistory;
  children?: ReactNode;
}

export function CopyHead({ application, children }: CopyHeadProps) {
  const { t } = useTexts();
  const { givenN, surname, passport, image, isStatus, approve, pending, createdAt, updatedAt } = application;
  const number = useNumber();
  return (
    <section className={`${parts.answer} ${statusClass(isStatus)} ${styles.card}`} aria-labelledby="copy-person">
      <div className={styles.head}>
        <Portrait image={image} alt={t('photo')} none={t('noPhoto')} />
        <div className={styles.person}>
          <h2 id="copy-person" tabIndex={-1}>
            {givenN} {surname}
          </h2>
          <p className={styles.passport}>
            {t('passport')} <strong>{passport}</strong>
          </p>
          <p className={`row ${styles.status}`}>
            <span className={parts.onPaper}>{t('status')}: </span>
            <StatusTag status={isStatus} large />
            {/* biome-ignore lint/a11y/useValidAnchor: it is a link; the handler only leaves out the history entry */}
            <a className={styles.jump} data-target="" data-screen-only="" href="#documents" onClick={jumpToDocuments}>
              {t('documentsCount', { present: number(filledSlots(application).length), all: number(slotNames.length) })}
            </a>
          </p>
        </div>
        <Facts className={styles.dates}>
          <Fact label={t('approveDate')}>{approve ? <CalendarDate withDigits date={approve} /> : t('notSet')}</Fact>
          <Fact label={t('collectDate')}>{pending ? <CalendarDate withDigits date={pending} /> : t('notSet')}</Fact>
          <Fact label={t('received')}>
            <CalendarDate withDigits date={dhakaDay(new Date(createdAt))} />
          </Fact>
          <Fact label={t('changed')}>
            <CalendarDate withDigits date={dhakaDay(new Date(updatedAt))} />
          </Fact>
        </Facts>
      </div>
      {children}
    </section>
  );
}

/** Following the link would add a history entry without the list that the application was opened from. */
function jumpToDocuments(event: MouseEvent): void {
  event.preventDefault();
  const documents = document.getElementById('documents');
  documents?.focus({ preventScroll: true });
  documents?.scrollIntoView();
}
