/** The three steps of every application, and how far this one is. */
import type { GrantedApplication } from '../../contract/application.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { useApplicationTexts } from '../texts/application.ts';
import { longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';
import { likelyResult, statusSince } from './status-meaning.tsx';
import styles from './status-progress.module.css';

export function StatusProgress({ application }: { application: GrantedApplication }) {
  const { t, language } = useTexts();
  const { t: statusWord } = useApplicationTexts();
  const { isStatus, approve, createdAt } = application;
  const isDecided = isStatus !== 'Pending';
  const day = (date: string) => longDate(date, language);
  const decided = (isStatus === 'Approved' && approve) || statusSince(application);
  const steps = [
    {
      name: t('copy.stepAssessment'),
      state: 'done',
      word: t('copy.stepDone'),
      text: t('copy.stepReceived', { date: day(dhakaDay(new Date(createdAt))) }),
    },
    {
      name: t('copy.stepProcessing'),
      state: isDecided ? 'done' : 'now',
      word: isDecided ? t('copy.stepDone') : t('copy.stepNow'),
      text: '',
    },
    isDecided
      ? {
          name: t('copy.stepResult'),
          state: isStatus === 'Rejected' ? 'rejected' : 'done',
          word: statusWord(`status.${isStatus}`),
          text: t('copy.stepDecided', { date: day(decided) }),
        }
      : {
          name: t('copy.stepResult'),
          state: 'next',
          word: t('copy.stepNext'),
          text: t('copy.stepExpected', { date: day(likelyResult(application).to) }),
        },
  ] as const;
  return (
    <ol className={styles.steps} aria-label={t('copy.progress')}>
      {steps.map(({ name, state, word, text }) => (
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
