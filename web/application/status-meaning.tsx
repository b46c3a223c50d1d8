/** The meaning of the status for the applicant, what comes next and when, and what the applicant has to do. */
import type { GrantedApplication } from '../../contract/answers.ts';
import { addDays, dhakaDay } from '../../contract/dates.ts';
import { collectDateAfter } from '../../contract/decision-dates.ts';
import { limits } from '../../contract/limits.ts';
import { initialStatus, type Outcome, outcomeOf, type Status, type StatusWith } from '../../contract/status.ts';
import { longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';
import { useStatusTexts } from '../texts/status.ts';
import styles from './status-meaning.module.css';

interface StatusMeaningProps {
  application: GrantedApplication;
  /** The day in Dhaka. */
  today: string;
}

/** The day in Dhaka since which the application has its status. */
export function statusSince({ history, createdAt, isStatus }: GrantedApplication): string {
  const other = history.findLastIndex(({ status }) => status !== isStatus);
  // A new application has its status without a decision.
  const since = other < 0 && isStatus === initialStatus ? undefined : history[other + 1];
  return dhakaDay(new Date(since?.at ?? createdAt));
}

/** The reason that the office gave the applicant with the present status; null if it gave none. */
function reasonOf({ history, isStatus }: GrantedApplication): string | null {
  const last = history.at(-1);
  return last?.status === isStatus ? last.reason : null;
}

/** The first and last day on which a result is likely. */
export function likelyResult({ createdAt }: GrantedApplication): { from: string; to: string } {
  const received = dhakaDay(new Date(createdAt));
  return {
    from: addDays(received, limits.processingWeeksMin * 7),
    to: addDays(received, limits.processingWeeksMax * 7),
  };
}

/** Whether the applicant is asked to come or to call. */
export function leadsToOffice(application: GrantedApplication, today: string): boolean {
  return outcomeOf(application.isStatus) !== 'open' || today > likelyResult(application).to;
}

export function StatusMeaning({ application, today }: StatusMeaningProps) {
  const { t } = useTexts();
  const texts = useMeaning({ application, today });
  const reason = reasonOf(application);
  return (
    <div className={styles.meaning}>
      {(['means', 'next', 'do'] as const).map((topic) => (
        <section key={topic}>
          <h3>{t(`copy.${topic}`)}</h3>
          {texts[topic].map((text) => (
            <p key={text}>{text}</p>
          ))}
          {topic === 'means' && reason && (
            <p className={styles.reason}>
              <strong>{t('copy.reason')}</strong> {reason}
            </p>
          )}
        </section>
      ))}
    </div>
  );
}

/** Builds a value for a status with the function for its outcome. */
function byOutcome<T>(status: Status, make: { [Of in Outcome]: (status: StatusWith<Of>) => T }): T {
  // The compiler does not see that the status has the outcome by which the function was chosen.
  return make[outcomeOf(status)](status as never);
}

type Meaning = Record<'means' | 'next' | 'do', string[]>;

/** The sentences of the answer; the office previews them before a decision. */
export function useMeaning({ application, today }: StatusMeaningProps): Meaning {
  const { t, language } = useStatusTexts();
  const { isStatus, pending: collect, approve } = application;
  const day = (date: string) => longDate(date, language);
  const { from, to } = likelyResult(application);
  const isLate = today > to;
  const likely = { from: day(from), to: day(to) };
  const collecting = (status: StatusWith<'positive'>) => {
    if (!collect) return [t(`${status}.nextNoDate`)];
    if (collect <= today) return [t(`${status}.nextReady`, { collect: day(collect) })];
    const by = collectDateAfter(approve ?? today);
    const from = t(`${status}.next`, { collect: day(collect) });
    // The usual days mean nothing where the office has named a later one.
    return by < collect ? [from] : [from, t(`${status}.nextDelivery`, { by: day(by) })];
  };
  const expected = (status: StatusWith<'open'>) => {
    if (!collect) return [];
    return [t(`${status}.${collect < today ? 'nextCollectPast' : 'nextCollect'}`, { collect: day(collect) })];
  };
  return byOutcome<Meaning>(isStatus, {
    open: (status) => ({
      means: [t(`${status}.means`)],
      next: [t(`${status}.${isLate ? 'nextLate' : 'next'}`, likely), ...expected(status)],
      do: [t(`${status}.${isLate ? 'doLate' : 'do'}`)],
    }),
    positive: (status) => ({
      means: [approve ? t(`${status}.means`, { date: day(approve) }) : t(`${status}.meansNoDate`)],
      next: collecting(status),
      do: [t(`${status}.do`)],
    }),
    negative: (status) => ({
      means: [t(`${status}.means`, { date: day(statusSince(application)) })],
      next: [t(`${status}.next`)],
      do: [t(`${status}.do`)],
    }),
  });
}
