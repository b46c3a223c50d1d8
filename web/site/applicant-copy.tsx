/** One application as its applicant sees it, on the screen and on paper. */
import type { ReactNode } from 'react';
import type { GrantedApplication } from '../../contract/answers.ts';
import { type Slot, slotNames } from '../../contract/application-form.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { outcomeOf } from '../../contract/status.ts';
import { ApplicantCopyHistory } from '../application/applicant-copy-history.tsx';
import { ApplicationSections } from '../application/application-sections.tsx';
import parts from '../application/copy.module.css';
import { DocumentList, Sheets } from '../application/documents-on-paper.tsx';
import { CalendarDate, Fact, Facts } from '../application/facts.tsx';
import { filledSlots, labelForApplicants } from '../application/fields-and-documents.ts';
import { Letterhead } from '../application/letterhead.tsx';
import part from '../application/part.module.css';
import { Portrait } from '../application/portrait.tsx';
import { statusClass } from '../application/status-look.ts';
import { leadsToOffice, StatusMeaning, statusSince } from '../application/status-meaning.tsx';
import { StatusProgress } from '../application/status-progress.tsx';
import { StatusTag } from '../application/status-tag.tsx';
import { longDate } from '../texts/dates.ts';
import { useNumber } from '../texts/numbers.ts';
import { useTexts } from '../texts/site.ts';
import { useStatusTexts } from '../texts/status.ts';
import styles from './applicant-copy.module.css';
import { useApplicantFieldText } from './applicant-field-text.ts';
import { ApplicationDocument } from './application-document.tsx';
import { OfficeContact } from './office-contact.tsx';

/** The first characters of the record's id tell two printed sheets apart; they are not personal. */
const numberLength = 8;

interface ApplicantCopyProps {
  application: GrantedApplication;
  /** The index of the application in the copy, from 0. */
  at: number;
  /** The day in Dhaka. */
  today: string;
  /** The buttons for the whole copy, shown below the status. */
  tools: ReactNode;
}

export function ApplicantCopy({ application, at, today, tools }: ApplicantCopyProps) {
  const { t, language } = useTexts();
  const { t: status } = useStatusTexts();
  const fieldText = useApplicantFieldText();
  const { isStatus, image, givenN, surname, passport } = application;
  const present = filledSlots(application);
  const id = (name: string) => `${name}-${application._id}`;
  const number = useNumber();
  const added = t('copy.documentsCount', { present: number(present.length), all: number(slotNames.length) });
  const labelOf = (slot: Slot) => labelForApplicants(slot)[language];
  return (
    <article className={`${parts.copy} ${styles.copy}`} id={id('copy')} aria-labelledby={id('status')}>
      <Letterhead
        heading={t('copy.heading')}
        printedOn={t('copy.printedOn', { date: longDate(today, language) })}
        number={t('copy.number', { number: application._id.slice(0, numberLength).toUpperCase() })}
      />
      <header className={`stack ${part.answer} ${statusClass(isStatus)} ${styles.card}`}>
        <div className={`row ${styles.head}`}>
          <div className={styles.answer}>
            <p>
              <span className={part.onPaper}>{t('copy.status')}:</span> <StatusTag status={isStatus} large />
            </p>
            <p className={styles.person}>
              {givenN} {surname} <span>{`${t('copy.passport')} ${passport}`}</span>
            </p>
          </div>
          <Portrait image={image} alt={t('copy.photo')} none={t('copy.noPhoto')} />
          <h2 id={id('status')}>{status(`${isStatus}.headline`)}</h2>
        </div>
        {tools}
        <StatusMeaning application={application} today={today} />
        {leadsToOffice(application, today) && <OfficeContact />}
        <StatusProgress application={application} today={today} />
      </header>

      <div className={`stack ${styles.body}`}>
        <div className={`stack ${styles.side}`}>
          <section className={part.part}>
            <h3>{t('copy.dates')}</h3>
            <Facts className={styles.dates}>
              <Fact label={t('copy.received')}>
                <CalendarDate date={dhakaDay(new Date(application.createdAt))} />
              </Fact>
              {/* A refusal has neither date and gets none. */}
              {outcomeOf(isStatus) !== 'negative' && (
                <>
                  <Fact label={t('copy.approve')}>
                    {application.approve ? <CalendarDate date={application.approve} /> : t('copy.notYet')}
                  </Fact>
                  <Fact label={t('copy.collect')}>
                    {application.pending ? <CalendarDate date={application.pending} /> : t('copy.notYet')}
                  </Fact>
                </>
              )}
              <Fact label={t('copy.changed')}>
                <CalendarDate date={statusSince(application)} />
              </Fact>
            </Facts>
          </section>
          <ApplicantCopyHistory application={application} />
        </div>

        <ApplicationSections application={application} heading="h3" shown={fieldText} />
      </div>

      <section className={styles.documents} data-screen-only="">
        <h3>
          {t('copy.documents')} <small>{added}</small>
        </h3>
        {present.length > 0 ? (
          <>
            <ul className={`stack ${styles.tiles}`}>
              {slotNames.map((slot) => (
                <ApplicationDocument key={slot} id={application._id} slot={slot} at={at} url={application[slot]} />
              ))}
            </ul>
            {present.length < slotNames.length && <p className={styles.absent}>{t('copy.noFile')}</p>}
          </>
        ) : (
          <div className={part.part}>
            <p>{t('copy.noFile')}</p>
            <p>{t('copy.noFilesText')}</p>
          </div>
        )}
      </section>
      <DocumentList
        application={application}
        heading={`${t('copy.documents')} ${added}`}
        labelOf={labelOf}
        words={{ missing: t('copy.notAdded'), added: t('copy.added'), pdf: t('copy.pdfOnPaper') }}
        level="h3"
      />
      <Sheets
        application={application}
        labelOf={labelOf}
        placeOf={(place) => t('copy.attachment', place)}
        person={`${givenN} ${surname}, ${t('copy.passport')} ${passport}`}
      />
    </article>
  );
}
