/** One application as its applicant sees it, on the screen and on paper. */
import type { ReactNode } from 'react';
import type { GrantedApplication } from '../../contract/answers.ts';
import { sectionNames, sections, slotNames } from '../../contract/application-form.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { useApplicationTexts } from '../texts/application.ts';
import { longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';
import { Letterhead } from '../ui/letterhead.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import styles from './applicant-copy.module.css';
import { ApplicantCopyHistory } from './applicant-copy-history.tsx';
import { useApplicantFieldText } from './applicant-field-text.ts';
import { ApplicationDocument, ApplicationSheet } from './application-document.tsx';
import { CalendarDate } from './calendar-date.tsx';
import { OfficeContact } from './office-contact.tsx';
import { leadsToOffice, StatusMeaning, statusSince } from './status-meaning.tsx';
import { StatusProgress } from './status-progress.tsx';

/** Of the record's own id: enough to tell two sheets of paper apart, and nothing personal. */
const numberLength = 8;

interface ApplicantCopyProps {
  application: GrantedApplication;
  /** Which of the applications that were found, from 0. */
  at: number;
  /** The day in Dhaka. */
  today: string;
  /** What can be done with the whole copy, after the answer. */
  tools: ReactNode;
}

export function ApplicantCopy({ application, at, today, tools }: ApplicantCopyProps) {
  const { t, language } = useTexts();
  const { t: word } = useApplicationTexts();
  const fieldText = useApplicantFieldText();
  const { isStatus, image, givenN, surname, passport } = application;
  const present = slotNames.filter((slot) => application[slot] !== null);
  const id = (name: string) => `${name}-${application._id}`;
  const count = (number: number) => number.toLocaleString(language);
  const [photoWidth] = limits.photoThumbnailWidths;
  return (
    <article className={styles.copy} id={id('copy')} aria-labelledby={id('status')}>
      <Letterhead
        heading={t('copy.heading')}
        printedOn={t('copy.printedOn', { date: longDate(today, language) })}
        number={t('copy.number', { number: application._id.slice(0, numberLength).toUpperCase() })}
      />
      <header className={`${styles.card} ${styles[isStatus]}`}>
        <div className={styles.head}>
          <div className={styles.answer}>
            <p>
              <span className={styles.label}>{t('copy.status')}:</span> <StatusTag status={isStatus} large />
            </p>
            <p className={styles.person}>
              {givenN} {surname} <span>{`${t('copy.passport')} ${passport}`}</span>
            </p>
          </div>
          {image ? (
            <img
              className={styles.photo}
              src={thumbnailUrl(image, photoWidth ?? 0)}
              alt={t('copy.photo')}
              width="160"
              height="200"
            />
          ) : (
            <p className={styles.photo}>{t('copy.noPhoto')}</p>
          )}
          <h2 id={id('status')}>{t(`copy.headline${isStatus}`)}</h2>
        </div>
        {tools}
        <StatusMeaning application={application} today={today} />
        {leadsToOffice(application, today) && <OfficeContact />}
        <StatusProgress application={application} today={today} />
      </header>

      <div className={styles.body}>
        <div className={styles.side}>
          <section className={styles.card}>
            <h3>{t('copy.dates')}</h3>
            <dl className={styles.dates}>
              <Fact label={t('copy.received')}>
                <CalendarDate date={dhakaDay(new Date(application.createdAt))} />
              </Fact>
              <Fact label={t('copy.approve')}>
                {application.approve ? <CalendarDate date={application.approve} /> : t('copy.notYet')}
              </Fact>
              <Fact label={t('copy.collect')}>
                {application.pending ? <CalendarDate date={application.pending} /> : t('copy.notYet')}
              </Fact>
              <Fact label={t('copy.changed')}>
                <CalendarDate date={statusSince(application)} />
              </Fact>
            </dl>
          </section>
          <ApplicantCopyHistory application={application} />
        </div>

        <div className={styles.sections}>
          {sectionNames.map((section) => (
            <section className={`${styles.card} ${styles[`section${section}`]}`} key={section}>
              <h3>{word(`section.${section}`)}</h3>
              <dl className={styles.facts}>
                {sections[section].map((field) => (
                  <Fact key={field} label={word(`fields.${field}`)}>
                    {fieldText(field, application[field])}
                  </Fact>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>

      <section className={styles.documents}>
        <h3>
          {t('copy.documents')}{' '}
          <small>{t('copy.documentsCount', { present: count(present.length), all: count(slotNames.length) })}</small>
        </h3>
        {present.length > 0 ? (
          <>
            <ul className={styles.tiles}>
              {slotNames.map((slot) => (
                <ApplicationDocument key={slot} slot={slot} at={at} url={application[slot]} />
              ))}
            </ul>
            {present.length < slotNames.length && <p className={styles.absent}>{t('copy.noFile')}</p>}
          </>
        ) : (
          <div className={styles.card}>
            <p>{t('copy.noFile')}</p>
            <p>{t('copy.noFilesText')}</p>
          </div>
        )}
      </section>
      {present.map((slot, index) => (
        <ApplicationSheet
          key={slot}
          slot={slot}
          url={application[slot] ?? ''}
          place={t('copy.attachment', { number: count(index + 1), all: count(present.length) })}
          person={`${givenN} ${surname}, ${t('copy.passport')} ${passport}`}
        />
      ))}
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  );
}
