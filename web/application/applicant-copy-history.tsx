/** The dated history of an application, without names of staff. */
import type { GrantedApplication } from '../../contract/answers.ts';
import { undecided } from '../../contract/applicant-history.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';
import { useStatusTexts } from '../texts/status.ts';
import { History, HistoryItem } from './history.tsx';
import part from './part.module.css';
import meaning from './status-meaning.module.css';

type Entry = GrantedApplication['history'][number];

export function ApplicantCopyHistory({ application }: { application: GrantedApplication }) {
  const { history, createdAt } = application;
  const { t: statusText } = useStatusTexts();
  const { t, language } = useTexts();
  /** The same decision again corrects its dates or its reason. */
  const textOf = (entry: Entry, before: typeof undecided) => {
    if (entry.status !== before.status) return statusText(`${entry.status}.history`);
    if (entry.pending !== before.pending || entry.approve !== before.approve) return t('copy.historyDates');
    if (entry.reason === null) return t('copy.historyNoReason');
    return t(before.reason === null ? 'copy.historyNewReason' : 'copy.historyReason');
  };
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
        {history.map((entry, index) => (
          <HistoryItem key={entry.at} {...dated(entry.at)}>
            <span>{textOf(entry, history[index - 1] ?? undecided)}</span>
            {/* That of the last decision is shown with the status. */}
            {entry.reason && index < history.length - 1 && (
              <p className={meaning.reason}>{`${t('copy.reason')} ${entry.reason}`}</p>
            )}
          </HistoryItem>
        ))}
      </History>
    </section>
  );
}
