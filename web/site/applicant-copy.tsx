/** One application as its applicant sees it, on the screen and on paper. */
import { type FormField, type GrantedApplication, slotNames } from '../../contract/application.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import styles from './applicant-copy.module.css';
import { ApplicationDocument } from './application-document.tsx';
import { StatusMeaning } from './status-meaning.tsx';

const sections = {
  sectionA: ['surname', 'givenN', 'sex', 'dob', 'birthCity', 'currentN', 'identification', 'nationalId'],
  sectionB: ['company', 'dutyDuration', 'jobTitle', 'salary'],
  sectionC: ['passport', 'issuedCountry'],
  sectionD: ['phone', 'email'],
} as const satisfies Record<string, readonly FormField[]>;

export function ApplicantCopy({ application }: { application: GrantedApplication }) {
  const { t } = useTexts();
  const present = slotNames.filter((slot) => application[slot] !== null);
  const missing = slotNames.filter((slot) => application[slot] === null);
  const sexText = (sex: string) => (sex === 'Male' ? t('fields.male') : sex === 'Female' ? t('fields.female') : sex);
  const id = (name: string) => `${name}-${application._id}`;
  return (
    <article className={styles.copy} aria-labelledby={id('copy')}>
      <header className={styles.head}>
        <div className={styles.status}>
          <h2 id={id('copy')}>
            {t('copy.status')}: <StatusTag status={application.isStatus} />
          </h2>
          <StatusMeaning application={application} />
        </div>
        {application.image ? (
          <img className={styles.photo} src={application.image} alt={t('copy.photo')} width="160" height="200" />
        ) : (
          <p className={styles.photo}>{t('copy.noPhoto')}</p>
        )}
      </header>

      <dl className={styles.facts}>
        <Fact label={t('copy.received')} value={dhakaDay(new Date(application.createdAt))} />
        <Fact label={t('copy.collect')} value={application.pending ?? t('copy.notYet')} />
        <Fact label={t('copy.approve')} value={application.approve ?? t('copy.notYet')} />
      </dl>

      {application.history.length > 0 && (
        <section className={styles.section} aria-labelledby={id('history')}>
          <h3 id={id('history')}>{t('copy.history')}</h3>
          <ol className={styles.history}>
            {application.history.map((entry) => (
              <li key={entry.at}>
                <time dateTime={entry.at}>{dhakaDay(new Date(entry.at))}</time> {t(`copy.history${entry.status}`)}
              </li>
            ))}
          </ol>
        </section>
      )}

      {(Object.keys(sections) as (keyof typeof sections)[]).map((section) => (
        <section className={styles.section} key={section} aria-labelledby={id(section)}>
          <h3 id={id(section)}>{t(`copy.${section}`)}</h3>
          <dl className={styles.facts}>
            {sections[section].map((field) => (
              <Fact
                key={field}
                label={t(`fields.${field}`)}
                value={field === 'sex' ? sexText(application.sex) : application[field]}
              />
            ))}
          </dl>
        </section>
      ))}

      <section aria-labelledby={id('documents')}>
        <h3 className={styles['documents-heading']} id={id('documents')}>
          {t('copy.documents')}
        </h3>
        {present.length > 0 ? (
          [...present, ...missing].map((slot) => <ApplicationDocument key={slot} slot={slot} url={application[slot]} />)
        ) : (
          <>
            <p>{t('copy.noFile')}</p>
            <p>{t('copy.noFilesText')}</p>
          </>
        )}
      </section>
    </article>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value || '–'}</dd>
    </div>
  );
}
