/** Checks that the tallies and the search index agree with the table from which they are derived. */
import type { Context } from '../context.ts';
import { countAll, type Derived, differences } from './check.db.ts';

/** How a sentence about an entry begins. */
const subjects = {
  runTotal: 'The total of run',
  workTally: 'The tally of work for',
  arrivals: 'The number of arrivals in',
  grams: 'The number of passports with',
  suffixes: 'The search entry',
  keys: 'The search key',
} as const satisfies Record<Derived, string>;

/** Returns a sentence for each difference; a backup holds none of what is compared here, and a restore computes it. */
export async function checkTallies(ctx: Context): Promise<string[]> {
  const found = await ctx.database.withoutTimeout((db) => differences({ ...ctx, db }));
  return found.map(
    ({ derived, name }) => `${subjects[derived]} ${name} is wrong. A backup and its restore compute it again.`,
  );
}

/** How many applications there are, deleted ones included. */
export function countApplications({ db }: Context): Promise<number> {
  return countAll(db);
}
