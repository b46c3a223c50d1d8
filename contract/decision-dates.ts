/** The dates that a decision sets: the server stores them, and the office shows them before the decision is made. */
import { addBusinessDays } from './dates.ts';
import { limits } from './limits.ts';
import type { Outcome } from './status.ts';

export interface DecisionDates {
  approve: string | null;
  collect: string | null;
}

interface DecisionInput {
  date: string | null;
  collectDate: string | null;
  previousCollectDate: string | null;
  today: string;
}

/** The collect date of an approval for which none was entered. */
export function collectDateAfter(approve: string): string {
  return addBusinessDays(approve, limits.collectAfterBusinessDays);
}

export const datesAfter: Record<Outcome, (input: DecisionInput) => DecisionDates> = {
  open: ({ date, previousCollectDate }) => ({ approve: null, collect: date ?? previousCollectDate }),
  negative: () => ({ approve: null, collect: null }),
  positive: ({ date, collectDate, today }) => {
    const approve = date ?? today;
    return { approve, collect: collectDate ?? collectDateAfter(approve) };
  },
};

/** An entered collect date may not be before the approve date. */
export function isCollectTooEarly({ approve, collect }: DecisionDates): boolean {
  return approve !== null && collect !== null && collect < approve;
}
