/** The steps of an application, as far as staff have recorded them: received, decided, collected. */
import type { GrantedApplication } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { type Outcome, outcomeOf } from '../../contract/status.ts';
import { longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';
import { useStatusTexts } from '../texts/status.ts';
import { likelyResult, statusSince } from './status-meaning.tsx';
import styles from './status-progress.module.css';

interface Step {
  name: string;
  state: 'done' | 'rejected' | 'now' | 'next';
  word: string;
  text: string;
}

/** `today` is the day in Dhaka. */
export function StatusProgress({ application, today }: { application: GrantedApplication; today: string }) {
  const { t } = useTexts();
  return (
    <ol className={styles.steps} aria-label={t('copy.progress')}>
      {useSteps(application, today).map(({ name, state, word, text }) => (
        <li className={styles[state]} key={name} aria-current={state === 'now' ? 'step' : undefined}>
          <strong>{name}</strong>
          <span>
            {word}
            {text && <small>{text}</small>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function useSteps(application: GrantedApplication, today: string): Step[] {
  const { t, language } = useTexts();
  const { t: statusText } = useStatusTexts();
  const { isStatus, approve, pending: collect, createdAt } = application;
  const day = (date: string) => longDate(date, language);
  const on = (date: string) => t('copy.stepOn', { date: day(date) });
  const received: Step = {
    name: t('copy.stepReceived'),
    state: 'done',
    word: t('copy.stepDone'),
    text: on(dhakaDay(new Date(createdAt))),
  };
  const decision = { name: t('copy.stepDecision'), word: statusText(`${isStatus}.word`) };
  const collecting = { name: t('copy.stepCollect') };
  const { to } = likelyResult(application);
  const isReady = collect !== null && collect <= today;
  const steps: Record<Outcome, () => Step[]> = {
    open: () => [
      {
        ...decision,
        state: 'now',
        word: t('copy.stepUndecided'),
        text: today > to ? '' : t('copy.stepUsually', { date: day(to) }),
      },
      { ...collecting, state: 'next', word: t('copy.stepAfterApproval'), text: '' },
    ],
    positive: () => [
      { ...decision, state: 'done', text: on(approve ?? statusSince(application)) },
      {
        ...collecting,
        state: isReady ? 'now' : 'next',
        word: collect ? t('copy.stepFrom', { date: day(collect) }) : t('copy.stepNoDay'),
        text: '',
      },
    ],
    negative: () => [{ ...decision, state: 'rejected', text: on(statusSince(application)) }],
  };
  return [received, ...steps[outcomeOf(isStatus)]()];
}
