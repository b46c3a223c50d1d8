/** What has happened to an application, dated, by the office and never by a name. */
import type { GrantedApplication } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { firstStatus } from '../../contract/status.ts';
import { useTexts } from '../texts/site.ts';
import card from './applicant-copy.module.css';
import styles from './applicant-copy-history.module.css';
import { CalendarDate } from './calendar-date.tsx';

export function ApplicantCopyHistory({ application }: { application: GrantedApplication }) {
  const { history, createdAt } = application;
  const { t } = useTexts();
  const textOf = (at: number) => {
    const status = history[at]?.status;
    // The same decision again corrects its dates.
    return status === history[at - 1]?.status ? t('copy.historyDates') : t(`copy.history${status ?? firstStatus}`);
  };
  return (
    <section className={`${card.card} ${styles.historyCard}`}>
      <h3>{t('copy.history')}</h3>
      <ol className={styles.history}>
        <li>
          <CalendarDate date={dhakaDay(new Date(createdAt))} />
          <span>{t('copy.historyReceived')}</span>
        </li>
        {history.map(({ at, reason }, index) => (
          <li key={at}>
            <CalendarDate date={dhakaDay(new Date(at))} />
            <span>{textOf(index)}</span>
            {reason && <p className={styles.reason}>{`${t('copy.reason')} ${reason}`}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
