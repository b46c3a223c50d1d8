/** The work queue: the number of applications of each kind that wait for staff, with a link to their list. */
import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import type { Answers } from '../../../contract/answers.ts';
import { nobody, oneself } from '../../../contract/assigning.ts';
import { dhakaDay } from '../../../contract/dates.ts';
import { approvedStatus, type Outcome, undecidedStatus } from '../../../contract/status.ts';
import { outcomeClass } from '../../application/status-look.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/dashboard.ts';
import tone from '../frame/text.module.css';
import { TbCircleCheck } from '../screen-icons.tsx';
import styles from './queue.module.css';

interface Entry {
  name: 'mine' | 'unassigned' | 'late' | 'decide' | 'missing' | 'missingApproved' | 'collect' | 'guessed';
  outcome: Outcome;
  filters: Record<string, string>;
  count: (summary: Answers['applicationSummary']) => number;
}

const entriesOn = (today: string): readonly Entry[] => [
  {
    name: 'mine',
    outcome: 'open',
    filters: { assigned: oneself, status: undecidedStatus },
    count: ({ mine }) => mine,
  },
  {
    name: 'unassigned',
    outcome: 'open',
    filters: { assigned: nobody, status: undecidedStatus },
    count: ({ unassigned }) => unassigned,
  },
  { name: 'late', outcome: 'negative', filters: { late: '1' }, count: ({ late }) => late },
  {
    name: 'decide',
    outcome: 'open',
    filters: { status: undecidedStatus },
    count: ({ byStatus }) => byStatus[undecidedStatus],
  },
  {
    name: 'missing',
    outcome: 'open',
    filters: { missing: '1', status: undecidedStatus },
    count: ({ missing }) => missing[undecidedStatus],
  },
  {
    name: 'missingApproved',
    outcome: 'positive',
    filters: { missing: '1', status: approvedStatus },
    count: ({ missing }) => missing[approvedStatus],
  },
  {
    name: 'collect',
    outcome: 'positive',
    // An open application may have an expected collect date.
    filters: { collect: today, status: approvedStatus },
    count: ({ collectToday }) => collectToday,
  },
  { name: 'guessed', outcome: 'negative', filters: { guessed: '1' }, count: ({ guessed }) => guessed },
];

/** Shows the skeleton while there is no summary. */
export function Queue({ summary }: { summary: Answers['applicationSummary'] | undefined }) {
  const { t, language } = useTexts();
  const entries = entriesOn(dhakaDay(new Date()));
  const isEmpty = summary !== undefined && entries.every(({ count }) => count(summary) === 0);
  return (
    <section className={styles.queue} aria-labelledby="queue">
      <h2 id="queue">{t('queue.title')}</h2>
      {isEmpty ? (
        <p className={styles.none}>
          <TbCircleCheck size={26} strokeWidth={1.75} aria-hidden />
          <span>
            <strong>{t('queue.noneTitle')}</strong> {t('queue.noneText')}
          </span>
        </p>
      ) : (
        <ul className={styles.entries} aria-busy={summary === undefined}>
          {entries.map(({ name, outcome, filters, count }) => (
            <li
              key={name}
              className={outcomeClass(outcome)}
              data-none={summary && count(summary) === 0 ? '' : undefined}
            >
              <Link to={`/application?${new URLSearchParams(filters)}`}>
                <span className={`${tone.note} ${styles.label}`}>{t(`queue.${name}`)}</span>
                {summary ? (
                  <strong>{formatNumber(count(summary), language)}</strong>
                ) : (
                  <Skeleton width="4ch">
                    <strong>&nbsp;</strong>
                  </Skeleton>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
