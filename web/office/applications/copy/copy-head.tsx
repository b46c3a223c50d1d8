/** Whose application it is, how it stands, since when: what a clerk looks at first. */
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { slotNames } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { thumbnailUrl } from '../../../../contract/files.ts';
import { limits } from '../../../../contract/limits.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { CalendarDate, Fact } from './copy-facts.tsx';
import styles from './copy-head.module.css';
import { DecisionButtons } from './decision-buttons.tsx';
import { GuessesNotice } from './guesses-notice.tsx';

export function CopyHead({ application }: { application: ApplicationWithHistory }) {
  const { t, language } = useTexts();
  const { givenN, surname, passport, image, isStatus, approve, pending, createdAt, updatedAt } = application;
  const present = slotNames.filter((slot) => application[slot] !== null).length;
  const [photoWidth = 0] = limits.photoThumbnailWidths;
  const count = (number: number) => number.toLocaleString(language);
  return (
    <section className={`${styles.card} ${styles[isStatus]}`} aria-labelledby="copy-person">
      <div className={styles.head}>
        {image ? (
          <img
            className={styles.photo}
            src={thumbnailUrl(image, photoWidth)}
            alt={t('photo')}
            width="160"
            height="200"
          />
        ) : (
          <p className={styles.photo}>{t('noPhoto')}</p>
        )}
        <div className={styles.person}>
          <h2 id="copy-person">
            {givenN} {surname}
          </h2>
          <p className={styles.passport}>
            {t('passport')} <strong>{passport}</strong>
          </p>
          <p className={styles.status}>
            <span className={styles.onPaper}>{t('status')}: </span>
            <StatusTag status={isStatus} large />
            <a className={styles.jump} href="#documents">
              {t('documentsCount', { present: count(present), all: count(slotNames.length) })}
            </a>
          </p>
        </div>
        <dl className={styles.dates}>
          <Fact label={t('approveDate')}>{approve ? <CalendarDate date={approve} /> : t('notSet')}</Fact>
          <Fact label={t('collectDate')}>{pending ? <CalendarDate date={pending} /> : t('notSet')}</Fact>
          <Fact label={t('received')}>
            <CalendarDate date={dhakaDay(new Date(createdAt))} />
          </Fact>
          <Fact label={t('changed')}>
            <CalendarDate date={dhakaDay(new Date(updatedAt))} />
          </Fact>
        </dl>
      </div>
      <GuessesNotice application={application} />
      <DecisionButtons application={application} />
    </section>
  );
}
