/** What the applicant reads after a status check: the answer, its dates and the history, without notes and names. */
import { useState } from 'react';
import type { ApplicationWithHistory, GrantedApplication } from '../../../../contract/answers.ts';
import { historyForApplicant } from '../../../../contract/applicant-history.ts';
import { slotNames } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { ApplicantCopyHistory } from '../../../application/applicant-copy-history.tsx';
import { labelForApplicants } from '../../../application/fields-and-documents.ts';
import parts from '../../../application/part.module.css';
import { statusClass } from '../../../application/status-look.ts';
import { StatusMeaning } from '../../../application/status-meaning.tsx';
import { StatusProgress } from '../../../application/status-progress.tsx';
import { StatusTag } from '../../../application/status-tag.tsx';
import { useTexts } from '../../../texts/office/copy.ts';
import { useTexts as useSiteTexts } from '../../../texts/site.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import tone from '../../frame/text.module.css';
import styles from './applicant-view.module.css';

export default function ApplicantView({ application }: { application: ApplicationWithHistory }) {
  const { t } = useTexts();
  const { t: site, language } = useSiteTexts();
  const { t: status } = useStatusTexts();
  const [today] = useState(() => dhakaDay(new Date()));
  const { isStatus } = application;
  const seen = asApplicantSees(application);
  return (
    <div className={`stack ${styles.view}`}>
      <p className={tone.soft}>{t('applicant.lead')}</p>
      <section
        className={`${parts.answer} ${statusClass(isStatus)} ${styles.answer}`}
        aria-labelledby="applicant-status"
      >
        <StatusTag status={isStatus} large />
        <h2 id="applicant-status">{status(`${isStatus}.headline`)}</h2>
        <StatusMeaning application={seen} today={today} />
        <StatusProgress application={seen} today={today} />
      </section>
      <ApplicantCopyHistory application={seen} />
      <section className={parts.part}>
        <h3>{site('copy.documents')}</h3>
        <ul className={styles.documents}>
          {slotNames.map((slot) => (
            <li key={slot}>
              <strong>{labelForApplicants(slot)[language]}</strong>{' '}
              {application[slot] ? site('copy.added') : site('copy.notAdded')}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function asApplicantSees({ history, ...application }: ApplicationWithHistory): GrantedApplication {
  return { ...application, history: historyForApplicant(history) };
}
