/** How many records there are, by status and month of arrival, and how many wait for whom and for what. */
import type { Answers } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { recordOf } from '../../contract/record-of.ts';
import { approvedStatus, statuses, undecidedStatus } from '../../contract/status.ts';
import { type Context, signedIn } from '../context.ts';
import { guessedSince } from '../guesses/guesses.ts';
import { countMatching } from './count.db.ts';
import { arrivalsByMonth, type ListConditions, totals } from './list.db.ts';
import { lateConditions, unfiltered } from './list.ts';
import { workTally } from './work.db.ts';

export type ApplicationCounts = Omit<Answers['applicationSummary'], 'backupLate' | 'bulkReaders'>;

/** Counts concurrently, which costs one round trip to a database server. */
export async function countApplications(ctx: Context): Promise<ApplicationCounts> {
  const count = (conditions: Partial<ListConditions>) => countMatching(ctx, { ...unfiltered, ...conditions });
  const [counts, work, arrivals, late, guessed, collectToday] = await Promise.all([
    totals(ctx.db),
    workTally(ctx.db),
    arrivalsByMonth(ctx.db),
    count(lateConditions(ctx)),
    count({ guessedSince: guessedSince(ctx) }),
    count({ status: approvedStatus, collectDate: dhakaDay(ctx.now()) }),
  ]);
  const byStatus = recordOf(statuses, (status) => counts.get(status) ?? 0);
  const countWhere = (matches: (row: (typeof work)[number]) => boolean) =>
    work.filter(matches).reduce((sum, row) => sum + row.count, 0);
  const undecidedOf = (account: string) =>
    countWhere(({ assignedTo, status }) => assignedTo === account && status === undecidedStatus);
  return {
    total: statuses.reduce((sum, status) => sum + byStatus[status], 0),
    byStatus,
    arrivals,
    late,
    guessed,
    mine: undecidedOf(signedIn(ctx).id),
    unassigned: undecidedOf(''),
    missing: recordOf(statuses, (one) => countWhere(({ status, isMissing }) => status === one && isMissing === 1)),
    collectToday,
  };
}
