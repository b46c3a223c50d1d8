/** The dates that a decision sets: the server keeps them, and the office shows them before it is made. */
import { addBusinessDays } from './dates.ts';
import { limits } from './limits.ts';
import type { Outcome } from './status.ts';

export interface DecisionDates {
  approve: string | null;
  collect: string | null;
}

/** What was entered, the collect date as it was before, and the day in Dhaka. */
interface Before {
  date: string | null;
  collectDate: string | null;
  collectBefore: string | null;
  today: string;
}

/** The collect date of an approval for which none was entered. */
export function collectDateAfter(approve: string): string {
  return addBusinessDays(approve, limits.collectAfterBusinessDays);
}

export const datesAfter: Record<Outcome, (before: Before) => DecisionDates> = {
  open: ({ date, collectBefore }) => ({ approve: null, collect: date ?? collectBefore }),
  refused: () => ({ approve: null, collect: null }),
  granted: ({ date, collectDate, today }) => {
    const approve = date ?? today;
    return { approve, collect: collectDate ?? collectDateAfter(approve) };
  },
};

/** An entered collect date may not be before the approve date. */
export function isCollectTooEarly({ approve, collect }: DecisionDates): boolean {
  return approve !== null && collect !== null && collect < approve;
}
