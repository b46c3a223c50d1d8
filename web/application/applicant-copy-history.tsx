/** The dated history of an application, without names of staff. */
import type { GrantedApplication } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import type { Status } from '../../contract/status.ts';
import { longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';
import { useStatusTexts } from '../texts/status.ts';
import { History, HistoryItem } from './history.tsx';
import part from './part.module.css';
import meaning from './status-meaning.module.css';

export function ApplicantCopyHistory({ application }: { application: GrantedApplication }) {
  const { history, createdAt } = application;
  const { t: statusText } = useStatusTexts();
  const { t, language } = useTexts();
  // The same decision again corrects its dates.
  const textOf = (status: Status, before: Status | undefined) =>
    status === before ? t('copy.historyDates') : statusText(`${status}.history`);
  const dated = (at: string) => {
    const day = dhakaDay(new Date(at));
    return { at: day, when: longDate(day, language) };
  };
  return (
    <section className={part.part}>
      <h3>{t('copy.history')}</h3>
      <History>
        <HistoryItem {...dated(createdAt)}>
          <span>{t('copy.historyReceived')}</span>
        </HistoryItem>
        {history.map(({ at, status, reason }, index) => (
          <HistoryItem key={at} {...dated(at)}>
            <span>{textOf(status, history[index - 1]?.status)}</span>
            {reason && <p className={meaning.reason}>{`${t('copy.reason')} ${reason}`}</p>}
          </HistoryItem>
        ))}
      </History>
    </section>
  );
}
